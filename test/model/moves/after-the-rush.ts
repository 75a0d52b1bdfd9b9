import { ranks } from '../../../lambdas/domain/waiting';
import { broughtBy, lettersOf } from '../configuration';
import { cancel, cancelEvent, changeCapacity, changeSale, transfer } from '../ledger/changes';
import { giveBack, reclaim } from '../ledger/coming-back';
import { confirm, join, leave } from '../ledger/join';
import { does } from '../ledger/rules-under-test';
import type { Order } from '../ledger/tables';
import { type World, withOrders } from '../world';
import { charge, submitting, togetherOn } from './at-the-opening';
import { freshOffer, settledAtOnce } from './money';
import type { Surroundings } from './moves';

/** What makes spots come back, and where they go then. */
export const afterTheRush = (around: Surroundings) => {
  reclaims(around);
  if (around.configuration.areLastGivenBack) returns(around);
  joins(around);
  confirmations(around);
  acceptances(around);
  sales(around);
  changes(around);
};

/** Any open block may be closed at any moment: this model has no clock. */
const reclaims = ({ world, configuration, rules, visit }: Surroundings) => {
  const { tables } = world;
  const noOffer = () => undefined;
  for (const { id, isClosed } of tables.blocks) {
    if (isClosed) continue;
    const due = {
      ...tables,
      blocks: tables.blocks.map((block) => (block.id === id ? { ...block, closesAt: -1 } : block)),
    };
    visit({ ...world, tables: reclaim(due, 0, freshOffer(world), rules).tables }, ['reclaim of', id]);
    if (configuration.areRowsSkipped)
      visit({ ...world, tables: reclaim(due, 0, noOffer, rules).tables }, ['reclaim of', id, 'that offers nothing']);
  }
  if (does(rules, 'the minute job offers')) {
    const { tables: after } = reclaim(tables, 0, freshOffer(world), rules);
    if (after !== tables) visit({ ...world, tables: after }, ['the minute job']);
  }
};

const returns = ({ world, rules, visit }: Surroundings) => {
  const { tables, messages } = world;
  for (const { id, owner, numbers, isClosed } of tables.blocks) {
    if (owner !== null || isClosed) continue;
    const dealt = messages
      .filter(({ block }) => block === id)
      .flatMap(({ spot, companions = [] }) => [spot, ...companions.map((other) => other.spot)]);
    const free = 1 + numbers.findLastIndex((number) => dealt.includes(number));
    for (let n = free; n < numbers.length; n++) {
      const last = { block: id, numbers: numbers.slice(n) };
      const back = giveBack(tables, last, freshOffer(world), rules).tables;
      visit({ ...world, tables: back }, [last.numbers.join(' and '), 'of', id, 'are given back']);
    }
  }
};

const joins = ({ world, configuration, rules, visit }: Surroundings) => {
  const { joins: before } = world.done;
  for (const who of new Set(configuration.joins)) {
    const times = before.filter((other) => other === who).length;
    if (times >= (configuration.joins ?? []).filter((other) => other === who).length) continue;
    const [person, ...friends] = lettersOf(who);
    const wish = { placeId: `${person}${times}`, person, isOpen: true, rank: ranks.asked, size: 1 + friends.length };
    const done = { ...world.done, joins: [...before, who].sort() };
    const joined = join(world.tables, wish, rules).tables;
    const tables = configuration.areConfirmedLater
      ? joined
      : confirm(joined, wish.placeId, freshOffer(world), rules).tables;
    visit({ ...world, tables, done }, [who, 'ask for a place on the list']);
  }
};

const confirmations = ({ world, configuration, rules, visit }: Surroundings) => {
  if (!configuration.areConfirmedLater) return;
  for (const { placeId, person, state, isConfirmed } of world.tables.waiting) {
    if (state !== 'waiting' || isConfirmed) continue;
    const { tables } = confirm(world.tables, placeId, freshOffer(world), rules);
    visit({ ...world, tables }, [person, 'confirms the place']);
  }
};

/** Somebody with an offer pays for it, each try under a new id; the message may arrive long after the offer ended. */
const acceptances = ({ world, configuration, rules, visit }: Surroundings) => {
  for (const { placeId, person, state, block, size } of world.tables.waiting) {
    if (configuration.canLeave && (state === 'waiting' || state === 'offered'))
      visit({ ...world, tables: leave(world.tables, placeId, freshOffer(world), rules).tables }, [
        person,
        'leaves the list',
      ]);
    const spots = world.tables.blocks.find(({ id }) => id === block)?.numbers;
    if (state !== 'offered' || block === null || spots?.length !== size) continue;
    // Limited, however often they are offered one: a runner who is late each time would continue for ever.
    const tries = world.messages.filter((message) => message.person === person && message.id.includes('.')).length;
    if (tries >= (configuration.tries ?? 1)) continue;
    const id = `${placeId}.${tries}`;
    const submitted = togetherOn(spots, { ...charge, id, person, block }, broughtBy(configuration, person, size));
    visit(submitting(world, submitted), [person, 'takes up the offer', block, 'as', id]);
  }
};

const sales = ({ world, configuration, rules, visit }: Surroundings) => {
  const { tables, done } = world;
  const sale = configuration.sales?.[done.saleChanges];
  if (sale === undefined) return;
  const after =
    sale === 'cancelled' ? cancelEvent(tables, rules) : changeSale(tables, sale, freshOffer(world), rules).tables;
  visit({ ...world, tables: after, done: { ...done, saleChanges: done.saleChanges + 1 } }, ['the sale is to be', sale]);
};

const changes = ({ world, configuration, rules, visit }: Surroundings) => {
  const { tables, done } = world;
  const after = (next: Partial<World>, orders: readonly Order[] = []) =>
    settledAtOnce(withOrders({ ...world, ...next }, orders), configuration, rules);
  for (const { id, isLive } of tables.registrations) {
    if (!isLive) continue;
    // Of a cancelled race the job cancels all.
    const isOfJob = tables.event.sale === 'cancelled';
    if (isOfJob || done.cancellations < (configuration.cancellations ?? 0)) {
      const wish = { id, by: 'director', isInTime: true, refundPercent: 100 } as const;
      const cancelled = cancel(tables, wish, freshOffer(world), rules);
      if (cancelled.answer === 'change')
        visit(
          after(
            { tables: cancelled.tables, done: isOfJob ? done : { ...done, cancellations: done.cancellations + 1 } },
            cancelled.orders,
          ),
          ['cancellation of', id],
        );
    }
    if (done.transfers < (configuration.transfers ?? 0))
      for (const person of new Set([...configuration.people.flatMap(lettersOf), 'z'])) {
        const { tables: next, answer } = transfer(tables, { id, to: { id: `${id}>${person}`, person } }, rules);
        if (answer === 'change')
          visit(after({ tables: next, done: { ...done, transfers: done.transfers + 1 } }), [
            id,
            'passes on to',
            person,
          ]);
      }
  }
  const capacity = configuration.capacities?.[done.capacityChanges];
  if (capacity === undefined) return;
  const changed = changeCapacity(tables, capacity, freshOffer(world), rules);
  visit({ ...world, tables: changed.tables, done: { ...done, capacityChanges: done.capacityChanges + 1 } }, [
    'capacity is to be',
    capacity,
    changed.answer,
  ]);
};
