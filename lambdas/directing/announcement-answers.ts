import type { Announce } from '../announcements/announce';
import type { Announcements, ListedAnnouncement, Reach, SampleMail } from '../announcements/ports';

/** What the commands about announcements run. */
export interface AnnouncementNeeds {
  readonly announce: Announce;
  readonly announcements: Pick<Announcements, 'test' | 'list' | 'steer'>;
}

/** The answers to commands about announcements. */
export type AnnouncementAnswer =
  | { readonly previewedAnnouncement: Reach & { readonly raceId: string; readonly samples: readonly SampleMail[] } }
  /** `to`: the address of the person who is signed in. A dry run says what would be. */
  | { readonly testedAnnouncement: { readonly raceId: string; readonly to: string; readonly dryRun: boolean } }
  /** `sequence`: its number in the race. A dry run says whom it would reach, and has none. */
  | {
      readonly sentAnnouncement: Reach & {
        readonly raceId: string;
        readonly announcementId: string;
        readonly sequence?: number;
        readonly dryRun: boolean;
      };
    }
  /** Newest first. */
  | { readonly announcements: readonly ListedAnnouncement[] }
  | {
      readonly steeredAnnouncement: {
        readonly raceId: string;
        readonly announcementId: string;
        readonly is: 'stopped' | 'resumed';
        readonly dryRun: boolean;
      };
    };
