import type { Sessions } from './ports';
import { type Draft, withDraft } from './session';

/** `ended`: the session was signed out, so nothing is kept. */
export type KeepDraft = (hash: string, draft: Draft) => Promise<'kept' | 'ended'>;

/** Keeps what a runner has typed so far. The last draft kept counts. */
export const keepDraft =
  (sessions: Pick<Sessions, 'change'>): KeepDraft =>
  (hash, draft) =>
    sessions.change(hash, (before) => withDraft(before, draft));
