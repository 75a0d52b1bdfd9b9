import type { Controller } from '../flow/controller';
import { type Draft, draftFrom, serverDraftOf } from '../flow/draft';
import type { KeptDraft } from '../flow/keep-draft';
import { api } from '../page/services';
import { learnTime } from '../time/ticker';

/**
 * The server sets this cookie with every hold. Without it the page does not ask for a session, which saves requests at the
 * opening.
 */
const hasHeld = () => /(^|; )__Host-startline-held=/.test(document.cookie);

/** The draft of a hold that this browser has lost, because its storage was cleared or is refused. Stores it again. */
export const recall = async (raceId: string, kept: KeptDraft): Promise<Draft | undefined> => {
  if (kept.read() || !hasHeld()) return undefined;
  const answer = await api.session();
  if (answer.kind !== 'ok') return undefined;
  learnTime(answer.value.now);
  const draft = draftFrom(answer.value, raceId);
  if (draft) kept.write(draft);
  return draft;
};

/** Sends what was typed to the server when the page is hidden, if it has changed. Gives a function that ends this. */
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
