import type { KeyPace } from '../api-keys/ports';
import type { FeedDesk, Publication, Published, Viewers } from './ports';
import type { ViewerCount } from './viewers';

interface Needs {
  readonly desk: Pick<FeedDesk, 'publish'>;
  readonly viewers: Pick<Viewers, 'count'>;
  readonly pace: KeyPace;
}

/** Who sends. `key`: as it was sent; `network`: where from. */
export interface MessageSender {
  readonly raceId: string;
  readonly key: string;
  readonly network: string;
}

export type MessagesTaken =
  | (Extract<Published, { readonly kind: 'published' }> & { readonly viewers: ViewerCount | null })
  | Exclude<Published, { readonly kind: 'published' }>
  | { readonly kind: 'too-fast' };

export type TakeMessages = (from: MessageSender, messages: Publication['messages']) => Promise<MessagesTaken>;

/** Publishes what a machine sends. The key is judged in the transaction that publishes; before, only how often it is used. */
export const takeMessages =
  ({ desk, viewers, pace }: Needs): TakeMessages =>
  async ({ raceId, key, network }, messages) => {
    if (!(await pace.mayAsk(key, network))) return { kind: 'too-fast' };
    const answer = await desk.publish({ raceId, messages, isDryRun: false, key });
    if (answer.kind === 'key-refused' && answer.reason === 'unknown') await pace.noteUnknown(network);
    if (answer.kind !== 'published') return answer;
    await pace.noteKnown(key);
    // The numbers are given, whether or not anybody can be counted.
    return { ...answer, viewers: (await viewers.count(raceId).catch(() => undefined)) ?? null };
  };
