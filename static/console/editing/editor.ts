import { merged } from '../../../lambdas/domain/merged';
import { watched } from '../../src/flow/watched';
import type { Answered, Failure, Problem } from '../http/ask';
import { at, call } from '../http/call';
import { changed } from '../http/data';
import { newId } from '../page/new-id';
import { type Draft, isSame } from './draft';
import type { Plan } from './plan';

export interface DraftError {
  readonly field: string;
  readonly message: string;
  readonly code: string;
  readonly step: number;
}

/** A race and its draft, as the server has them. */
interface Shown {
  readonly revision: number;
  readonly seen: string;
  readonly document?: Draft;
  readonly draft?: {
    readonly content: Draft;
    readonly step?: number;
    readonly by?: string;
    readonly since?: string;
    readonly at: string;
  };
  readonly errors: readonly DraftError[];
  readonly changes: number;
}

export interface Ready {
  readonly kind: 'ready';
  /** As runners see it; undefined when it was never published. */
  readonly document: Draft | undefined;
  readonly draft: Draft;
  readonly seen: string;
  readonly errors: readonly DraftError[];
  /** Where its editor was. */
  readonly step: number;
  /** There is something that is not published: so many values. */
  readonly isChanged: boolean;
  readonly changes: number;
  /** Who saved last, when, and since when they have been at it. */
  readonly last: { readonly by: string; readonly at: string; readonly since: string | undefined } | undefined;
  readonly saving: 'saved' | 'dirty' | 'saving' | Failure;
  /** Somebody else's changes came in while this page was open. */
  readonly merged: { readonly by: string | undefined } | undefined;
}

type EditorState = { readonly kind: 'reading' } | { readonly kind: 'failed'; readonly failure: Failure } | Ready;

export type Planned = { readonly hash: string; readonly seen: string; readonly plan: Plan };

/** Edits one race: what is typed is kept here at once, and on the server when its field is left. */
export const openEditor = (raceId: string) => {
  const state = watched<EditorState>({ kind: 'reading' });
  /** As the server has it. */
  let saved: Draft = {};
  let savedStep = 1;
  let work: Promise<void> = Promise.resolve();

  const ready = (): Ready | undefined => {
    const now = state.peek();
    return now.kind === 'ready' ? now : undefined;
  };
  const put = (changes: Partial<Ready>) => {
    const now = ready();
    if (now) state.put({ ...now, ...changes });
  };

  const take = ({ document, draft, seen, errors, changes }: Shown, merged?: Ready['merged']) => {
    saved = draft?.content ?? document ?? {};
    savedStep = draft?.step ?? 1;
    const by = draft?.by;
    state.put({
      kind: 'ready',
      document,
      draft: saved,
      seen,
      errors,
      step: draft?.step ?? 1,
      isChanged: draft !== undefined,
      changes,
      last: draft && by !== undefined ? { by, at: draft.at, since: draft.since } : undefined,
      saving: 'saved',
      merged,
    });
  };

  const url = at`/races/${raceId}`;

  const read = async () => {
    const answer = await call<Shown>({ method: 'GET', url: `${url}/document` });
    if (answer.kind === 'ok') take(answer.value);
    else state.put({ kind: 'failed', failure: answer });
  };

  /** Looks whether somebody else saved meanwhile. What they did is shown, unless something is typed here at this moment. */
  const look = async (): Promise<void> => {
    if (ready()?.saving !== 'saved') return;
    const answer = await call<Shown>({ method: 'GET', url: `${url}/document` });
    const now = ready();
    if (answer.kind !== 'ok' || now?.saving !== 'saved' || answer.value.seen === now.seen) return;
    const { step } = now;
    take(answer.value, { by: answer.value.draft?.by });
    put({ step });
  };

  /** What somebody else saved comes in below what was typed here. */
  const merge = async (): Promise<boolean> => {
    const { draft: mine = {}, step = 1 } = ready() ?? {};
    const before = saved;
    const answer = await call<Shown>({ method: 'GET', url: `${url}/document` });
    if (answer.kind !== 'ok') {
      put({ saving: answer });
      return false;
    }
    take(answer.value, { by: answer.value.draft?.by });
    const draft = merged(before, mine, saved) as Draft;
    put({ draft, step, saving: isSame(draft, saved) ? 'saved' : 'dirty' });
    return true;
  };

  const sendDraft = async (): Promise<void> => {
    const now = ready();
    if (!now) return;
    const { draft, seen, document, step } = now;
    // To look at the steps of a published race changes nothing.
    if (isSame(draft, saved) && (document || step === savedStep)) return;
    put({ saving: 'saving' });
    const answer = await call<{
      readonly savedDraft: {
        readonly seen: string;
        readonly errors: readonly DraftError[];
        readonly changes: number;
      };
    }>({
      method: 'PUT',
      url: `${url}/draft`,
      body: { draft, ...(document && { base: document }), step },
      key: newId(),
      seen,
    });
    if (answer.kind === 'ok') {
      saved = draft;
      savedStep = step;
      const { seen: next, errors, changes } = answer.value.savedDraft;
      put({
        seen: next,
        errors,
        changes,
        isChanged: true,
        last: undefined,
        saving: isSame(ready()?.draft, draft) ? 'saved' : 'dirty',
      });
    } else if (isEditedMeanwhile(answer)) {
      if (await merge()) await sendDraft();
    } else put({ saving: answer });
  };

  /** One after the other: each write names the state that the one before it has made. */
  const next = (order: () => Promise<void>): Promise<void> => {
    work = work.then(order, order);
    return work;
  };

  return {
    state,
    read,
    type: (draft: Draft) => put({ draft, saving: isSame(draft, saved) ? 'saved' : 'dirty' }),
    save: () => next(sendDraft),
    look: () => next(look),
    /** Goes to another step, and saves. */
    go: (step: number) => {
      put({ step });
      return next(sendDraft);
    },

    /** Where the opening has passed, the plan and the button say that registration opens at once, and nothing else is asked. */
    async plan(): Promise<Answered<Planned>> {
      await next(async () => {});
      const answer = await call<{ readonly planned: Planned }>({
        method: 'POST',
        url: `${url}/plan`,
        body: { openNow: true },
      });
      return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.planned } : answer;
    },

    async publish({ hash, seen }: Planned): Promise<Answered<{ readonly seenWithin: number }>> {
      const answer = await call<{ readonly published: { readonly seenWithin: number } }>({
        method: 'POST',
        url: `${url}/publication`,
        body: { plan: hash, openNow: true },
        key: newId(),
        seen,
      });
      if (answer.kind !== 'ok') return answer;
      changed(at`/races`);
      await read();
      return { kind: 'ok', value: answer.value.published };
    },

    async discard(): Promise<Answered<unknown>> {
      await next(async () => {});
      const answer = await call({ method: 'DELETE', url: `${url}/draft`, key: newId(), seen: ready()?.seen ?? '' });
      if (answer.kind === 'ok') await read();
      return answer;
    },
  };
};

export type Editor = ReturnType<typeof openEditor>;

const isEditedMeanwhile = (answer: Failure): answer is Problem =>
  answer.kind === 'problem' && answer.name === 'edited-meanwhile';
