import type { EventSale } from '../../../lambdas/domain/event-sale';
import type { Settlement } from '../../../lambdas/domain/money/payment';
import type { Submission } from '../../../lambdas/domain/registration';
import { groupFor } from '../../support/races/group-submission';
import { type MadeRace, submissionFor } from '../../support/races/race';
import type { Random } from '../../support/random';
import { type RegistrationRow, takenOf } from '../ledger/tables';
import type { Answers } from './alike';
import type { Twin } from './twin';

/** An operation on both ledgers, and its name in words. */
export interface Operation {
  readonly what: string;
  readonly run: () => Promise<Answers>;
}

const isSeated = ({ isLive }: RegistrationRow) => isLive;
const isOneOfSeveral = ({ isLive, share }: RegistrationRow) => isLive && share !== null;
const states = ['captured', 'voided', 'failed', 'refunded'] as const;
const names = ['ada', 'bea', 'cem', 'dan', 'eve', 'fay', 'gus'] as const;

/** Random operations that people, queues and clocks may do to an event, chosen so that most of them have an effect. */
export const operationsOn = (twin: Twin, race: MadeRace, chance: Random) => {
  const submitted: Submission[] = [];
  const together: Submission[] = [];
  /** Not uuid7: a batch is decided in the order of its ids. */
  const newId = () => chance.uuid(submitted.length);
  const one = <T>(list: readonly T[]): T | undefined => list[chance.whole(0, Math.max(0, list.length - 1))];
  const some = <T>(list: readonly T[], probability: number) => list.filter(() => chance.chance(probability));
  const person = () => chance.pick(names);
  const runner = () => submissionFor(race, { id: '', numbers: [] }, 0, { person: person() }).runner;
  const registration = () => one(twin.tables.registrations)?.id ?? newId();

  /** Mostly with the owner's own name on an offer; sometimes forged. */
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
    some(twin.tables.payments, 0.4).map((payment) => {
      const { registrationId, authorisation, amount, wanted, refund, refundOrdered } = payment;
      const likely = ({ capture: 'captured', void: 'voided', refund: 'refunded' } as const)[wanted];
      const state = chance.chance(0.8) ? likely : chance.pick(states);
      return {
        registrationId,
        state,
        authorisation: authorisation ?? `pi_${registrationId}`,
        amount:
          state === 'refunded' && refund !== null
            ? (refundOrdered ?? refund)
            : state === 'captured'
              ? takenOf(payment)
              : amount,
        currency: 'EUR',
      };
    });
  const openBlocks = () => twin.tables.blocks.filter(({ isClosed }) => !isClosed).map(({ id }) => id);
  const openOffers = () => twin.tables.waiting.flatMap(({ block }) => block ?? []);
  const over = (blocks: readonly string[]): Operation => ({
    what: `${blocks.join(', ')} are over`,
    run: () => twin.pass(blocks, 'closed'),
  });

  const reclaim: Operation = { what: 'reclaim', run: () => twin.reclaim() };

  const kinds: readonly (readonly [weight: number, make: () => Operation])[] = [
    [
      4,
      () => {
        const left = chance.chance(0.7) ? (twin.tables.event.currentBlock ?? undefined) : one(twin.tables.blocks)?.id;
        const reason = chance.pick(['spent', 'spent', 'lost', 'ahead', 'ahead', 'expired'] as const);
        const size = chance.pick([1, 1, 2]);
        return { what: `cut after ${left} (${reason}) for ${size}`, run: () => twin.cut(left, reason, size) };
      },
    ],
    [
      6,
      () => {
        const submissions = batch();
        const what = submissions.map(
          ({ hold, runner: { firstName } }) => `${firstName} on ${hold.spot} of ${hold.block}`,
        );
        return {
          what: `record ${what.join(', ')}`,
          run: () => twin.record(submissions).finally(() => twin.giveLess()),
        };
      },
    ],
    [4, () => comingTogether()],
    [
      1,
      () => {
        const ids = some([...submitted.slice(-5), ...together.slice(-2)], 0.3).map(({ hold }) => hold.registrationId);
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
    [2, () => over(some(openBlocks(), 0.4))],
    [1, () => over(openOffers())],
    [
      1,
      () => {
        const block = one(twin.tables.blocks.filter(({ owner }) => owner === null));
        if (!block) return reclaim;
        const last = block.numbers.slice(chance.whole(0, block.numbers.length));
        return { what: `${last.join(', ')} of ${block.id} back`, run: () => twin.giveBack(block.id, last) };
      },
    ],
    [3, () => reclaim],
    [2, () => askToWait(runner())],
    [3, () => confirming()],
    [1, () => ({ what: 'leave', run: () => twin.leave(runner()) })],
    [3, () => cancelling(registration())],
    [1, () => cancelling(one(twin.tables.registrations.filter(isOneOfSeveral))?.id ?? registration())],
    [2, () => transfer(registration())],
    [1, () => transfer(one(twin.tables.registrations.filter(isSeated))?.id ?? registration())],
    [
      1,
      () => {
        const capacity = chance.whole(2, 9);
        return { what: `capacity ${capacity}`, run: () => twin.changeCapacity(capacity) };
      },
    ],
    // Mostly on, so that the other operations have an effect.
    [
      3,
      () => selling(twin.tables.event.sale === 'on' && chance.chance(0.5) ? chance.pick(['paused', 'closed']) : 'on'),
    ],
  ];
  const transfer = (id: string): Operation => ({ what: `transfer of ${id}`, run: () => twin.transfer(id, runner()) });
  /** Two on a block of two; or one of them on a spot that belongs to another by now; or a repeat. */
  const comingTogether = (): Operation => {
    const again = chance.chance(0.3) ? one(together) : undefined;
    const block = one(twin.tables.blocks.filter(({ numbers }) => numbers.length > 1)) ?? one(twin.tables.blocks);
    const [id, other] = [block?.id ?? newId(), chance.whole(1, 8)];
    const numbers = [...new Set([...(block?.numbers ?? []), other, 901, 902])].slice(0, 2);
    const owner = names.find((name) => block?.owner?.startsWith(`${name}|`));
    const people = [owner && chance.chance(0.5) ? owner : person(), person()];
    const submission = again ?? groupFor(race, { id, numbers }, [0, 1], { people });
    if (!again) together.push(submission);
    return {
      what: `${people.join(' and ')} on ${numbers.join(' and ')} of ${id}`,
      run: () => twin.recordGroup(submission),
    };
  };
  const askToWait = (who: Submission['runner']): Operation => {
    const size = chance.pick([1, 1, 2, 3]);
    return { what: `${who.firstName} joins the list for ${size}`, run: () => twin.join(who, size) };
  };
  const confirming = (): Operation => {
    const who = runner();
    return { what: `${who.firstName} confirms`, run: () => twin.confirm(who) };
  };
  const selling = (sale: Exclude<EventSale, 'cancelled'>): Operation => ({
    what: `the sale is ${sale}`,
    run: () => twin.changeSale(sale),
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
