import { type Draft, draftFrom, serverDraftOf } from '../flow/draft';
import type { Controller } from '../flow/drive';
import type { KeptDraft } from '../flow/keep-draft';
import { api } from '../page/needs';
import { learnTime } from '../time/ticker';

/** Set by the server with every hold, and gone soon after it: nobody else asks, least of all at the opening. */
const hasHeld = () => /(^|; )__Host-startline-held=/.test(document.cookie);

/** What this browser holds but has forgotten: its storage was emptied, or is refused. Kept from here on. */
export const recall = async (raceId: string, kept: KeptDraft): Promise<Draft | undefined> => {
  if (kept.read() || !hasHeld()) return undefined;
  const answer = await api.session();
  if (answer.kind !== 'ok') return undefined;
  learnTime(answer.value.now);
  const draft = draftFrom(answer.value, raceId);
  if (draft) kept.write(draft);
  return draft;
};

/** Leaves what was typed with the server whenever the page is left, once. Gives what ends it. */
export const leaveCopies = ({ flow }: Controller): (() => void) => {
  const copyOf = (draft: Draft | undefined) => draft && JSON.stringify(serverDraftOf(draft));
  let left = copyOf(flow.peek().draft);
  const onChange = () => {
    const { draft, stage } = flow.peek();
    if (document.visibilityState !== 'hidden' || stage.kind !== 'filling' || !draft || draft.offer) return;
    if (copyOf(draft) === left) return;
    left = copyOf(draft);
    void api.keepDraft(serverDraftOf(draft));
  };
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};
