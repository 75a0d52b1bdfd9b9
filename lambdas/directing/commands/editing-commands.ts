import type { EditRace, Planned } from '../../editing/edit-race';
import {
  beginRaceMessage,
  discardDraftMessage,
  planRaceMessage,
  publishRaceMessage,
  saveDraftMessage,
  unpublishRaceMessage,
} from '../../editing/messages';
import type { Edition } from '../../editing/ports';
import { type Command, type CommandAnswer, command, refused } from '../command';

/** How a race is edited: a part of the table in `commands.ts`. */
export const editingCommands = {
  beginRace: command(beginRaceMessage, async ({ editRace }, { beginRace: { id, copyOf } }) => {
    const answer = await editRace.begin(id, copyOf);
    switch (answer.kind) {
      case 'begun':
        return { begun: { raceId: id } };
      case 'taken':
        return refused('race-taken', { raceId: id }, [{ field: 'beginRace.id', code: 'different' }]);
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'beginRace.copyOf', code: 'not-a-race' }]);
    }
  }),

  saveDraft: command(saveDraftMessage, async ({ editRace }, { saveDraft }) => {
    const { raceId, seen, draft, base, step } = saveDraft;
    const answer = await editRace.saveDraft(raceId, seen, { content: draft, base, step });
    if (answer.kind === 'series-of-others')
      return refused('series-of-others', { series: answer.series }, [
        { field: 'saveDraft.draft.series', code: 'of-another-race', other: answer.series },
      ]);
    if (answer.kind !== 'saved') return notDone('saveDraft', answer);
    const { errors, changes } = answer;
    return { savedDraft: { raceId, seen: seenText(answer), errors, changes } };
  }),

  discardDraft: command(discardDraftMessage, async ({ editRace }, { discardDraft: { raceId, seen } }) => {
    const answer = await editRace.discardDraft(raceId, seen);
    if (answer.kind !== 'discarded') return notDone('discardDraft', answer);
    return { discardedDraft: { raceId, seen: seenText(answer) } };
  }),

  planRace: command(planRaceMessage, async ({ editRace }, { planRace: { raceId, openNow } }) => {
    const answer = await editRace.plan(raceId, openNow);
    return answer.kind === 'planned' ? planAnswer(raceId, answer) : notDone('planRace', answer);
  }),

  publishRace: command(publishRaceMessage, async ({ editRace }, { publishRace }) => {
    const { raceId, seen, plan: agreed, openNow } = publishRace;
    const answer = await editRace.publish(raceId, seen, agreed, openNow);
    switch (answer.kind) {
      case 'published': {
        const { revision, seenWithin, plan } = answer;
        return { published: { raceId, revision, seen: seenText(answer), seenWithin, plan } };
      }
      case 'plan-changed':
        return refused('plan-changed', {}, [], planAnswer(raceId, answer).planned);
      case 'refused':
        return refused('not-publishable', {}, [], planAnswer(raceId, answer).planned);
      default:
        return notDone('publishRace', answer);
    }
  }),

  unpublishRace: command(unpublishRaceMessage, async ({ editRace }, { unpublishRace: { raceId, seen } }) => {
    const answer = await editRace.unpublish(raceId, seen);
    switch (answer.kind) {
      case 'unpublished':
        return { unpublished: { raceId, seen: seenText(answer) } };
      case 'in-use':
        return refused('in-use', {}, []);
      default:
        return notDone('unpublishRace', answer);
    }
  }),
} satisfies Readonly<Record<string, Command>>;

/** A state of a race, as in its ETag: `r17.d4`. */
export const seenText = ({ revision, draftVersion }: Edition): string => `r${revision}.d${draftVersion}`;

const planAnswer = (raceId: string, { plan, planHash, ...edition }: Omit<Planned, 'kind'>) => ({
  planned: { raceId, seen: seenText(edition), hash: planHash, plan },
});

type NotDone = Extract<
  Awaited<ReturnType<EditRace['publish' | 'saveDraft' | 'discardDraft' | 'plan' | 'unpublish']>>,
  { readonly kind: 'edited-meanwhile' | 'incomplete' | 'no-draft' | 'no-such-race' }
>;

const notDone = (name: string, answer: NotDone): CommandAnswer => {
  switch (answer.kind) {
    case 'no-such-race':
      return refused('no-such-race', {}, [{ field: `${name}.raceId`, code: 'not-a-race' }]);
    case 'edited-meanwhile':
      return refused('edited-meanwhile', {}, [], { ...answer.race, seen: seenText(answer.race) });
    case 'no-draft':
      return refused('no-draft', {}, []);
    case 'incomplete':
      return refused('not-complete', {}, [], { errors: answer.errors });
  }
};
