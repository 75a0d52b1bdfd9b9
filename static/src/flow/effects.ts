import type { Flow } from './stage';

/** What the page does at a stage by itself. Instants in milliseconds of the server's time. */
export type Effect =
  | { readonly kind: 'hold' }
  | { readonly kind: 'pay' }
  | { readonly kind: 'poll' }
  | { readonly kind: 'wait'; readonly until: number }
  /** Shows the bank's question, for as long as its answer counts. */
  | { readonly kind: 'authenticate'; readonly clientSecret: string; readonly take: boolean; readonly until: number }
  /** Waits for the tab that shows the bank's question. */
  | { readonly kind: 'await-tab'; readonly until: number }
  | { readonly kind: 'poll-later'; readonly until: number }
  | { readonly kind: 'nothing' };

/** After the last instant, so that the server agrees that it is over. */
const afterBankMs = 1000;

/** The effect of a stage. The controller runs it when the stage begins. */
export const effectOf = ({ stage, draft }: Flow): Effect => {
  switch (stage.kind) {
    case 'holding':
      return { kind: 'hold' };
    case 'paying':
      return { kind: 'pay' };
    case 'polling':
      return { kind: 'poll' };
    case 'standing-by':
      return stage.stopped ? { kind: 'nothing' } : { kind: 'wait', until: stage.until };
    case 'waiting':
      return { kind: 'wait', until: stage.pollAt };
    case 'authenticating': {
      const until = stage.until + afterBankMs;
      const { clientSecret, take = false } = stage;
      if (stage.window === 'open') return { kind: 'authenticate', clientSecret, take, until };
      return { kind: stage.window === 'elsewhere' ? 'await-tab' : 'wait', until };
    }
    case 'settled':
      return stage.pollAt === undefined ? { kind: 'nothing' } : { kind: 'poll-later', until: stage.pollAt };
    case 'filling':
      return draft?.hold ? { kind: 'wait', until: Date.parse(draft.hold.expiresAt) } : { kind: 'nothing' };
    default:
      return { kind: 'nothing' };
  }
};
