import { uuid7 } from '../../../loadtest/uuid7';
import { demoForm } from '../../../local/prepare/demo-form';
import {
  demoRaces,
  millDinner,
  millFive,
  millMile,
  millRace,
  millRelay,
  millRun,
} from '../../../local/prepare/demo-races';

const hour = 3_600_000;
/** With the stock of the demo, for 300, most sizes would never run out. */
const spotsOfStock = 600;

/** What a director orders for a new open race, and what a crowd needs to know of it. */
export interface RaceOrders {
  readonly raceId: string;
  /** The event that the crowd wants. */
  readonly eventId: string;
  readonly orders: readonly object[];
  /** Of a race with a form: a code that lowers the price for fewer people than want it. */
  readonly code?: string;
}

/**
 * The demo race that uses everything: questions, shirts and hoodies in sizes, a code, teams, donations and texts to sign. It
 * has ids of its own and so few units that many people are told that none is left. The crowd wants the run, or the relay.
 */
export const fullRace = (raceId: string, spots: number, isRelay = false): RaceOrders => {
  const ids = new Map([millRun, millFive, millMile, millDinner, millRelay].map((id) => [id, uuid7()]));
  const eventId = ids.get(isRelay ? millRelay : millRun) ?? '';
  const withOwnIds = <T extends object>(order: T): T => {
    let text = JSON.stringify(order).replaceAll(millRace, raceId);
    for (const [id, own] of ids) text = text.replaceAll(id, own);
    return JSON.parse(text);
  };
  const scaled = (count: number) => Math.ceil((count * spots) / spotsOfStock);
  // It opened an hour ago, because the queues' clocks may be ahead of the database's.
  const demo = demoRaces(new Date(Date.now() - hour)).find(({ createRace }) => createRace.id === millRace);
  if (!demo) throw new Error('The demo has no such race.');
  const { createRace } = withOwnIds(demo);
  const events = createRace.events
    .filter(({ id }) => [...ids.values()].includes(id ?? ''))
    .map((event) => ({ ...event, ...(event.id === eventId && { capacity: spots }) }));
  const [discount, ...codes] = demoForm.codes;
  const code = discount?.makeCodes.words?.[0];
  if (!discount || code === undefined) throw new Error('The demo has no code.');
  return {
    raceId,
    eventId,
    code,
    orders: [
      { createRace: { ...createRace, events } },
      ...demoForm.documents.map(withOwnIds),
      ...demoForm.stocks.map(({ setStock }) =>
        withOwnIds({ setStock: { ...setStock, stock: scaled(setStock.stock) } }),
      ),
      ...codes.map(withOwnIds),
      withOwnIds({ makeCodes: { ...discount.makeCodes, uses: scaled(discount.makeCodes.uses ?? 0) } }),
      withOwnIds(demoForm.form),
      { publishForm: { raceId, revision: 1 } },
    ],
  };
};

/** A race without a form, and with one event. */
export const plainRace = (raceId: string, spots: number): RaceOrders => {
  const eventId = uuid7();
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const createRace = {
    ...{ id: raceId, name: 'Fault Run', place: 'Harbour City', date: '2099-05-02', timeZone: 'Europe/Berlin' },
    ...{ description: 'A race during which something breaks.', currency: 'EUR' },
    ...{ opensAt: at(-hour), closesAt: at(24 * hour) },
    waiver: { version: '1', text: 'I run at my own risk.' },
    events: [
      {
        ...{ id: eventId, name: 'Ten', distance: 10_000, capacity: spots },
        prices: [{ label: 'Regular', from: at(-2 * hour), amount: 4_500 }],
      },
    ],
  };
  return { raceId, eventId, orders: [{ createRace }] };
};
