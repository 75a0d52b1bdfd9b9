import type { Guard } from '../guard';

const collecting = 'test/fundraisers/fundraisers.test.ts';
const gifts = 'test/races/gift-events.test.ts';
const naming = 'lambdas/fundraisers/name-donor.ts';
const sums = 'lambdas/fundraisers/fundraiser-sql.ts';

/** Gifts: what a page says was collected, who is named there, and what a gift is. */
export const guardsOfGifts: readonly Guard[] = [
  {
    guard: 'What no card has paid is not collected.',
    invariant: 'S5',
    file: sums,
    from: "p.captured IS NOT NULL AND p.state IN ('captured', 'refunded')",
    to: 'true',
    test: [collecting, 'what is collected is what was taken from cards'],
  },
  {
    guard: 'What was given back is not collected.',
    invariant: 'S5',
    file: sums,
    from: 'SELECT coalesce(sum(l.amount - coalesce(l.refund, 0)), 0)',
    to: 'SELECT coalesce(sum(l.amount), 0)',
    test: [collecting, 'what is collected is what was taken from cards'],
  },
  {
    guard: 'Who gave is named only where they said so.',
    invariant: 'S12',
    file: sums,
    from: ' AND l.is_public) d',
    to: ') d',
    test: [collecting, 'who gave is named only where they said so'],
  },
  {
    guard: 'A donor who takes their name off is not named any more.',
    invariant: 'S12',
    file: 'lambdas/ledger/postgres-lines.ts',
    from: 'UPDATE registration_line SET is_public = $2',
    to: 'UPDATE registration_line SET is_public = $2 OR is_public',
    test: [collecting, 'is taken off and shown again by the donor'],
  },
  {
    guard: 'Nobody but the donor shows or takes off their name.',
    invariant: 'S12',
    file: naming,
    from: `name: async (request, isNamed) => (await isOwner(request)) ?`,
    to: `name: async (request, isNamed) => request ?`,
    test: [collecting, 'is neither told nor changed without the proof'],
  },
  {
    guard: 'A name that was taken off leaves the caches.',
    invariant: 'S12',
    file: naming,
    from: 'const told = news.changed(named.donation.raceId, named.donation.slug);',
    to: 'const told = Promise.resolve(news).then(() => {});',
    test: [collecting, 'is taken off and shown again by the donor'],
  },
  {
    guard: 'Who took a spot over is not named for what came with it.',
    invariant: 'S12',
    file: 'lambdas/fundraisers/postgres-donor-names.ts',
    from: ` AND r.via <> 'transfer'`,
    to: '',
    test: [collecting, 'is not that of somebody who took the spot of a donor over'],
  },
  {
    guard: 'Taking a name off is never refused.',
    invariant: 'S12',
    file: 'lambdas/fundraisers/postgres-donor-names.ts',
    from: `if (isNamed && shown >= maxShownPerDay)`,
    to: `if (shown >= maxShownPerDay)`,
    test: [collecting, 'is taken off also when the spot was given back'],
  },
  {
    guard: 'A donation is collected for its own cause, and only by who still collects.',
    invariant: 'S5',
    file: 'lambdas/quote/collected-by.ts',
    from: 'if (!found?.isOpen || found.cause !== donation?.cause)',
    to: 'if (!found)',
    test: [collecting, 'a donation names somebody who collects for its cause'],
  },
  {
    guard: 'A gift without a donation is none.',
    invariant: 'S5',
    file: 'lambdas/functions/wiring/selling/quoting.ts',
    from: "if (kind === 'gift' && !answer.output.order.donation)",
    to: 'if (false)',
    test: [gifts, 'one person gives twice with name and address alone'],
  },
  {
    guard: 'Who pays for a second gift is not taken for somebody who is registered already.',
    invariant: 'S2',
    file: 'lambdas/domain/registration.ts',
    from: 'kind === undefined ? personOf(runner) :',
    to: 'kind !== undefined || kind === undefined ? personOf(runner) :',
    test: [gifts, 'one person gives twice with name and address alone'],
  },
];
