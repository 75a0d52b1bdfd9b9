import type { Refusal } from '../../../lambdas/spots/blocks/ports';
import type { Admission, Offer } from '../../../lambdas/spots/holds/ports';
import { mayBePermitted } from '../../../lambdas/spots/waiting-list/give-permit';
import { offer, setUp } from './a-hold';

const lined: Offer = { ...offer, hasLine: true };
/** A line in which nobody is called but those it names, by their registration ids. */
const lineOf = (called: Set<string>, answers: string[] = []): Admission => ({
  ask: async ({ registrationId }) =>
    called.has(registrationId)
      ? { kind: 'admitted', by: { lineId: 'line', passId: registrationId, isFirst: true, turn: 0.25 } }
      : { kind: 'not-your-turn', calledTo: 0.5 },
  answered: async ({ passId }, _, what) => void answers.push(`${passId} ${what}`),
  sentBack: async (raceId) => void answers.push(`${raceId} sent back`),
});

test('in a race with a line nobody is dealt a spot before their turn', async () => {
  const [called, answers] = [new Set(['r1']), [] as string[]];
  const admission = lineOf(called, answers);
  expect(await setUp({ offered: lined, dealt: { kind: 'held' }, admission })()).toMatchObject({ kind: 'held' });
  const hold = setUp({ offered: lined, admission });
  expect(await hold({ registrationId: 'r2' })).toEqual({ kind: 'not-your-turn', calledTo: 0.5 });
  expect(await hold()).toMatchObject({ kind: 'granted', hold: { spot: 7 } });
  await setUp({ dealt: { kind: 'busy' }, admission })();
  expect(answers).toEqual(['r1 in-vain', 'r1 found', `${offer.raceId} sent back`]);
  called.add('r2');
  expect(await hold({ registrationId: 'r2', sessionHash: 's2' })).toMatchObject({ kind: 'granted' });
});

test('while turns are called, only spots that are gone lead to the waiting list', async () => {
  const admission = lineOf(new Set(['r1']));
  const lead = async (dealt: Refusal, offered: Offer, who = admission) =>
    mayBePermitted(await setUp({ offered, dealt, admission: who })());
  expect(await lead({ kind: 'held' }, lined)).toBe(false);
  expect(await lead({ kind: 'too-few', sellable: 1 }, lined)).toBe(false);
  expect(await lead({ kind: 'held' }, lined, { ...admission, ask: async () => ({ kind: 'held' }) })).toBe(false);
  expect(await lead({ kind: 'sold-out' }, lined)).toBe(true);
  expect(await lead({ kind: 'waiting' }, lined)).toBe(true);
  expect(await lead({ kind: 'held' }, offer)).toBe(true);
});

test('somebody who holds a spot, or is offered one, is past the line', async () => {
  const called = new Set(['r1']);
  const hold = setUp({ offered: lined, admission: lineOf(called) });
  await hold();
  called.clear();
  expect(await hold()).toMatchObject({ kind: 'granted', hold: { spot: 7 } });
  expect(await hold({ registrationId: 'r2', ticket: 'ours' })).toMatchObject({ kind: 'granted', hold: { spot: 41 } });
});
