import type { Settlement } from '../../lambdas/payment/payment';
import type { Submission } from '../../lambdas/registration/registration';
import type { Random } from '../simulator/random';
import { type MadeRace, submissionFor } from '../support/race';
import type { Answers } from './alike';
import type { Twin } from './twin';

/** Something that is done to both ledgers, and what it is in words. */
export interface Operation {
  readonly what: string;
  readonly run: () => Promise<Answers>;
}

const states = ['captured', 'voided', 'failed', 'refunded'] as const;
const names = ['ada', 'bea', 'cem', 'dan', 'eve', 'fay', 'gus'] as const;

/** An endless supply of what people, queues and clocks may do to an event; by chance, but not against the odds. */
export const operationsOn = (twin: Twin, race: MadeRace, chance: Random) => {
  const submitted: Submission[] = [];
  /** Not uuid7: two that arrive together are decided in the order of their ids. */
  const newId = () => chance.uuid(submitted.length);
  const one = <T>(list: readonly T[]): T | undefined => list[chance.whole(0, Math.max(0, list.length - 1))];
  const some = <T>(list: readonly T[], probability: number) => list.filter(() => chance.chance(probability));
  const person = () => chance.pick(names);
  const runner = () => submissionFor(race, { id: '', numbers: [] }, 0, { person: person() }).runner;
  const registration = () => one(twin.tables.registrations)?.id ?? newId();

  /** With the owner's own name on an offer, mostly; forged now and then. */
  const newSubmission = (): Submission => {
    const offers = twin.tables.blocks.filter(({ owner, isClosed }) => owner !== null && !isClosed);
    const blocks = chance.chance(0.3) && offers.length > 0 ? offers : twin.tables.blocks.slice(-6);
    const block = chance.chance(0.1) ? undefined : one(blocks);
    if (!block)
      return submissionFor(race, { id: newId(), numbers: [chance.whole(1, 8)] }, 0, { person: person(), id: newId() });
    const owner = names.find((name) => block.owner?.startsWith(`${name}|`));
    const who = owner && chance.chance(0.5) ? owner : person();
    const id = (chance.chance(0.1) && one(submitted)?.hold.registrationId) || newId();
    return submissionFor(race, block, chance.whole(0, block.numbers.length - 1), { person: who, id });
  };
  const batch = (): Submission[] => {
    const fresh = Array.from({ length: chance.whole(0, 3) }, newSubmission);
    submitted.push(...fresh);
    return [...fresh, ...some(submitted.slice(-8), 0.2)];
  };
  const settlements = (): Settlement[] =>
    some(twin.tables.payments, 0.4).map(({ registrationId, authorisation, amount, wanted, refund }) => {
      const likely = ({ capture: 'captured', void: 'voided', refund: 'refunded' } as const)[wanted];
      const state = chance.chance(0.8) ? likely : chance.pick(states);
      return {
        registrationId,
        state,
        authorisation: authorisation ?? `pi_${registrationId}`,
        amount: state === 'refunded' && refund !== null ? refund : amount,
        currency: 'EUR',
      };
    });
  const openBlocks = () => twin.tables.blocks.filter(({ isClosed }) => !isClosed).map(({ id }) => id);

  const kinds: readonly (readonly [weight: number, make: () => Operation])[] = [
    [
      4,
      () => {
        const left = chance.chance(0.7) ? (twin.tables.event.currentBlock ?? undefined) : one(twin.tables.blocks)?.id;
        const reason = chance.chance(0.7) ? 'spent' : 'expired';
        return { what: `cut after ${left} (${reason})`, run: () => twin.cut(left, reason) };
      },
    ],
    [
      6,
      () => {
        const submissions = batch();
        const what = submissions.map(
          ({ hold, runner: { firstName } }) => `${firstName} on ${hold.spot} of ${hold.block}`,
        );
        return { what: `record ${what.join(', ')}`, run: () => twin.record(submissions) };
      },
    ],
    [
      1,
      () => {
        const ids = some(submitted.slice(-5), 0.3).map(({ hold }) => hold.registrationId);
        return { what: `sweep ${ids.join(', ')}`, run: () => twin.sweep(chance.chance(0.2) ? [...ids, newId()] : ids) };
      },
    ],
    [
      4,
      () => {
        const all = settlements();
        return { what: `settle ${all.map(({ state }) => state).join(', ')}`, run: () => twin.settle(all) };
      },
    ],
    [
      1,
      () => {
        const blocks = some(openBlocks(), 0.5);
        return { what: `${blocks.join(', ')} are dealt no longer`, run: () => twin.pass(blocks, 'dealt') };
      },
    ],
    [
      2,
      () => {
        const blocks = some(openBlocks(), 0.4);
        return { what: `${blocks.join(', ')} are over`, run: () => twin.pass(blocks, 'closed') };
      },
    ],
    [3, () => ({ what: 'reclaim', run: () => twin.reclaim() })],
    [2, () => askToWait(runner())],
    [1, () => ({ what: 'leave', run: () => twin.leave(runner()) })],
    [2, () => cancelling(registration())],
    [1, () => ({ what: 'transfer', run: () => twin.transfer(registration(), runner()) })],
    [
      1,
      () => {
        const capacity = chance.whole(1, 6);
        return { what: `capacity ${capacity}`, run: () => twin.changeCapacity(capacity) };
      },
    ],
  ];
  const askToWait = (who: Submission['runner']): Operation => ({
    what: `${who.firstName} joins the list`,
    run: () => twin.join(who),
  });
  const cancelling = (id: string): Operation => {
    const percent = chance.pick([100, 50, 0]);
    return { what: `cancel ${id}, ${percent} % back`, run: () => twin.cancel(id, percent) };
  };

  const bag = kinds.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));
  return (): Operation => {
    const make = one(bag);
    if (!make) throw new Error('There is nothing to do.');
    return make();
  };
};
