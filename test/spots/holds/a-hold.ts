import { quoteOf } from '../../../lambdas/domain/hold';
import type { Ticket } from '../../../lambdas/domain/waiting';
import { defaultSale, type RaceLimits } from '../../../lambdas/races/race';
import { times } from '../../../lambdas/spots/blocks/block';
import type { Dealt } from '../../../lambdas/spots/blocks/deal-spot';
import { holdSpot } from '../../../lambdas/spots/holds/hold-spot';
import type { Admission, HeldSpot, HoldCommand, Offer } from '../../../lambdas/spots/holds/ports';
import type { Offered } from '../../../lambdas/spots/waiting-list/ports';
import { withoutLine } from '../../support/without-line';

export const now = new Date('2027-03-01T10:00:00Z');
export const offer: Offer = {
  raceId: 'harbour',
  eventId: 'ten',
  opensAt: now,
  closesAt: new Date('2027-04-01T10:00:00Z'),
  quote: quoteOf('EUR', [{ label: 'Ten', amount: 4500 }]),
  waiver: { version: '1', text: 'At my own risk.', hash: 'w1' },
  capacity: 100,
  sale: { ...defaultSale, limits: { perSession: 6, freePerAddress: 4, mostPerAddress: 4 } },
};
export const withLimits = (limits: RaceLimits): Offer => ({ ...offer, sale: { ...defaultSale, limits } });
const numbers = Array.from({ length: 24 }, (_, n) => 7 + n);
export const block = { id: 'block', eventId: 'ten', numbers, dealUntil: now.getTime() + 60_000, holdSeconds: 600 };
const wish: HoldCommand = {
  registrationId: 'r1',
  raceId: 'harbour',
  eventId: 'ten',
  sessionHash: 's1',
  address: '203.0.113.7',
};

const ticket = { placeId: 'p1', raceId: 'harbour', eventId: 'ten', personHash: 'ada', isMailed: true };
const tickets: Record<string, Ticket> = {
  ours: ticket,
  elsewhere: { ...ticket, eventId: 'marathon' },
  joined: { ...ticket, isMailed: false },
  early: { ...ticket, placeId: 'p2' },
  family: { ...ticket, placeId: 'p3', personHash: 'bea' },
};
const offers: Record<string, Offered> = {
  p1: { person: 'ada', block: { ...block, numbers: [41] } },
  p3: { person: 'bea', block: { ...block, numbers: [51, 53, 54] } },
};

export const setUp = ({
  dealt = undefined as Dealt | undefined,
  dealing = () => dealt,
  at = now,
  offered = offer as Offer | 'no-such-race',
  taken = [] as readonly string[],
  keeps = true,
  /** Empties the caches that know who holds what. */
  forgets = false,
  signs = true,
  /** The first caller is held up so long that another begins under the same id. */
  isOvertaken = false,
  astray = [] as unknown[],
  remembered = [] as string[],
  admission = withoutLine as Admission,
} = {}) => {
  let [heldUp, isFirst] = [0, true];
  const held = new Map<string, HeldSpot>();
  const counts = new Map<string, number>();
  const beginning = new Set<string>();
  let [next, pauses] = [0, 0];
  const add = (who: string, one: number) => {
    const count = (counts.get(who) ?? 0) + one;
    counts.set(who, count);
    return count;
  };
  const keep = async (spot: HeldSpot) => {
    if (!keeps) return false;
    held.set(spot.hold.registrationId, spot);
    return true;
  };
  const hold = holdSpot({
    offers: { find: async () => offered },
    admission,
    held: {
      keep,
      keepAndEnd: async (spot) => {
        beginning.delete(spot.hold.registrationId);
        return keep(spot);
      },
      begin: async (id) => {
        const isFirst = !beginning.has(id);
        beginning.add(id);
        return { isFirst, before: forgets ? undefined : held.get(id) };
      },
      end: async (id) => void beginning.delete(id),
    },
    tally: {
      add: async (amounts) => amounts.map(({ who, much }) => add(who, much)),
      takeBack: async (amounts) => amounts.forEach(({ who, much }) => void add(who, -much)),
    },
    challenges: {
      make: async (about, work) => `${work} for ${about}`,
      proven: async ({ challenge }, about) =>
        challenge.endsWith(` for ${about}`) ? Number.parseInt(challenge, 10) : 0,
    },
    deal: async (_eventId, _deadline, size = 1) => {
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      const given = dealing();
      if (given) return given;
      if (isOvertaken && isFirst) {
        isFirst = false;
        beginning.clear();
        await ask();
        heldUp = 13_000;
      }
      next += size;
      return { kind: 'dealt', block, spots: block.numbers.slice(next - size, next), askedAt: at.getTime() };
    },
    signer: {
      signHold: async ({ registrationId, spot }) => {
        if (!signs) throw new Error('no key');
        return `${registrationId}/${spot}`;
      },
    },
    ledger: { giveBack: async (_, __, numbers) => void astray.push(numbers) },
    count: (what, amount = 1) => void astray.push(`${amount} ${what}`),
    readAccess: async () => undefined,
    readTicket: async (token) => tickets[token],
    known: { isAnyTaken: async (ids) => ids.some((id) => taken.includes(id)) },
    places: {
      offered: async ({ placeId, personHash }) =>
        offers[placeId]?.person === personHash ? offers[placeId] : undefined,
    },
    hash: (text) => `hash of ${text}`,
    now: () => new Date(at.getTime() + heldUp),
    pause: () => {
      if (++pauses > 10_000) throw new Error('they wait for ever');
      return new Promise((resolve) => setImmediate(resolve));
    },
    times,
  });
  const ask = (changes: Partial<HoldCommand> = {}) =>
    hold({ ...wish, ...changes }, at.getTime() + 1000, async ({ token }) => void remembered.push(token));
  return ask;
};
