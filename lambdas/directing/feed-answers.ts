import type { FeedDesk, FeedHead, FeedPages, Numbered, Viewers } from '../feed/ports';
import type { ViewerCount } from '../feed/viewers';

/** What the commands about the live feed run. */
export interface FeedNeeds {
  readonly feedDesk: FeedDesk;
  readonly feedPages: Pick<FeedPages, 'head' | 'before'>;
  readonly viewers: Pick<Viewers, 'count'>;
}

/** The answers to commands about the live feed. `viewers`: about how many follow; null: nobody was counted. */
export type FeedAnswer =
  /** `isNew`: false when all of them were published before. In a dry run, what would be. */
  | {
      readonly publishedFeed: {
        readonly raceId: string;
        readonly messages: readonly Numbered[];
        readonly head: number;
        readonly isNew: boolean;
        readonly viewers: ViewerCount | null;
        readonly dryRun: boolean;
      };
    }
  | {
      readonly changedFeed: {
        readonly raceId: string;
        readonly state: string;
        readonly head: number;
        readonly isNew: boolean;
        readonly dryRun: boolean;
      };
    }
  /** `numbers`: also those of corrections, which say the text again. */
  | {
      readonly redactedFeed: {
        readonly raceId: string;
        readonly numbers: readonly number[];
        readonly epoch: number;
        readonly dryRun: boolean;
      };
    }
  | {
      readonly feed:
        | (Pick<FeedHead, 'state' | 'head' | 'epoch' | 'messages' | 'allowedPerSecond'> & {
            readonly viewers: ViewerCount | null;
            /** In seconds: how often each who follows asks. */
            readonly pollAfter: number;
          })
        | null;
    };
