import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { PlaceKey, WaitingList } from '../../../lambdas/domain/waiting';
import { ranks } from '../../../lambdas/domain/waiting';
import type { WaitingPlaces } from '../../../lambdas/mail/ports';
import { sha256 } from '../../../lambdas/platform/signed-tokens';
import type { Times } from '../../../lambdas/spots/blocks/block';
import type { Places } from '../../../lambdas/spots/waiting-list/ports';
import type { FreshOffer } from '../../model/ledger/coming-back';
import { confirm, join, leave } from '../../model/ledger/join';
import { findBlock } from '../../model/ledger/queries';
import type { Rules } from '../../model/ledger/rules-under-test';
import type { WaitingRow } from '../../model/ledger/tables';
import { isOpen, occasionOf, type Race } from '../race';
import type { Database, Posted, State } from '../world/database';
import type { Machine } from '../world/machine';

interface Needs {
  readonly database: Database;
  readonly machine: Machine;
  readonly race: Race;
  readonly rules: Rules;
  readonly offers: Offers;
}

/** What an offered spot needs: its block, and the mail about it. */
export interface Offers {
  readonly asks: (joined: readonly WaitingRow[]) => readonly Posted[];
  readonly fresh: FreshOffer;
  readonly mails: (offered: readonly WaitingRow[]) => readonly Posted[];
}

/** An offer lasts only an hour: a day of it would show nothing more. */
const offerSeconds = 3600;

export const offersBy = (
  database: Database,
  race: Race,
  newId: () => string,
  { grace }: Times,
  lanes: number,
): Offers => ({
  fresh: () => {
    if (!isOpen(race, database.now)) return undefined;
    const dealUntil = Math.min(database.now + offerSeconds * 1000, race.closesAt);
    const { holdSeconds } = race;
    return { id: newId(), dealUntil, closesAt: dealUntil + (holdSeconds + grace) * 1000, holdSeconds };
  },
  // These lists are short: everybody is asked at once, and once.
  asks: (joined) =>
    joined.map(({ placeId }) => ({
      ...mailMessage({ registrationId: placeId, template: 'place-confirmation', generation: 1 }, lanes),
      id: newId(),
      createdAt: database.now,
    })),
  mails: (offered) =>
    offered.map(({ placeId, offers }) => ({
      ...mailMessage({ registrationId: placeId, template: 'offer', generation: offers }, lanes),
      id: newId(),
      createdAt: database.now,
    })),
});

/** The model's waiting list behind the ports for joining, showing and leaving. */
export const waitingStore = ({ database, machine, race, rules, offers }: Needs): WaitingList & Places => ({
  join: (_, joins) =>
    database.transact(machine, 'join', (state) => {
      const tables = joins.reduce(
        (sofar, { placeId, person, size }) =>
          join(sofar, { placeId, person, size, isOpen: isOpen(race, database.now), rank: ranks.asked }, rules).tables,
        state.tables,
      );
      const isNew = (row: WaitingRow) => row.state === 'waiting' && !state.tables.waiting.includes(row);
      const asks = offers.asks(tables.waiting.filter(isNew));
      return { state: { ...state, tables, outbox: [...state.outbox, ...asks] }, answer: asks.map(({ id }) => id) };
    }),

  offered: (key) =>
    database.ask(machine, 'find offer', (state) => {
      const { place, block } = placeOf(state, key);
      if (place?.state !== 'offered' || !block || block.isClosed || block.dealUntil <= database.now) return undefined;
      const { id, numbers, dealUntil, holdSeconds } = block;
      return { person: place.person, block: { id, eventId: race.eventId, numbers, dealUntil, holdSeconds } };
    }),

  leave: (key) =>
    database.transact(machine, 'leave waiting list', (state) => {
      const { place } = placeOf(state, key);
      if (place?.isConfirmed && !key.isMailed) return { state, answer: 'closed' };
      const { tables, offered } = leave(state.tables, place?.placeId ?? '', offers.fresh, rules);
      const outbox = [...state.outbox, ...offers.mails(offered)];
      return { state: { ...state, tables, outbox }, answer: place ? 'left' : 'nothing' };
    }),

  confirm: (key) =>
    database.transact(machine, 'confirm place', (state) => {
      const { place } = placeOf(state, key);
      const { tables, answer, offered } = confirm(state.tables, place?.placeId ?? '', offers.fresh, rules);
      const outbox = [...state.outbox, ...offers.mails(offered)];
      return { state: { ...state, tables, outbox }, answer };
    }),
});

/** What a mail tells of a place, from the rows. */
export const waitingPlaceStore = (database: Database, machine: Machine, race: Race): WaitingPlaces => {
  const findAny: WaitingPlaces['findAny'] = (placeId) =>
    database.ask(machine, 'find place for mail', (state) => {
      const { place, block } = placeIn(state, placeId);
      if (!place) return undefined;
      const [firstName = '', , email = ''] = place.person.split('|');
      const isKept = place.state === 'offered' && block && !block.isClosed && block.dealUntil > database.now;
      return {
        ...occasionOf(race),
        ticket: {
          placeId,
          raceId: race.raceId,
          eventId: race.eventId,
          personHash: sha256(place.person),
          isMailed: true,
        },
        isOnTheList: place.state === 'waiting' || Boolean(isKept),
        isRemoved: false,
        isConfirmed: place.isConfirmed,
        firstName,
        email,
        size: place.size,
        offer: isKept ? { count: place.offers, until: new Date(block.dealUntil) } : undefined,
      };
    });
  return {
    findAny,
    find: async (placeId) => {
      const place = await findAny(placeId);
      return place?.isOnTheList ? place : undefined;
    },
    inFrontAfter: async () => undefined,
    ofAddress: async () => [],
  };
};

/** Like the SQL statements: of this person only. */
const placeOf = (state: State, { placeId, personHash }: PlaceKey) => {
  const found = placeIn(state, placeId);
  return found.place && sha256(found.place.person) === personHash ? found : { place: undefined, block: undefined };
};

const placeIn = ({ tables }: State, placeId: string) => {
  const place = tables.waiting.find((row) => row.placeId === placeId);
  return { place, block: place && findBlock(tables, place.block) };
};
