import type { Extras } from '../../../lambdas/api/form/extras';
import { priceEntry } from '../../../lambdas/api/form/price';
import type { Entry } from '../../../lambdas/domain/money/quote';
import { judgeEntry } from '../../../lambdas/functions/wiring/selling/judging';
import { sha256 } from '../../../lambdas/platform/signed-tokens';
import { quoteRegistration } from '../../../lambdas/quote/quote-registration';
import { knownRegistrations } from '../../../lambdas/registration/show/known-registrations';
import { MemcachedOwners } from '../../../lambdas/registration/show/memcached-outcomes';
import { SignedTokens } from '../../../lambdas/registration/signed-tokens';
import { dealSpot, dealUnit } from '../../../lambdas/spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import type { Counters, Ledger } from '../../../lambdas/spots/blocks/ports';
import { holdSpot, pricedOffers } from '../../../lambdas/spots/holds/hold-spot';
import { MemcachedHeldSpots } from '../../../lambdas/spots/holds/memcached-held-spots';
import type { HoldCommand } from '../../../lambdas/spots/holds/ports';
import { MemcachedTally } from '../../../lambdas/spots/limits/memcached-tally';
import { moreCardTries } from '../../../lambdas/spots/limits/more-card-tries';
import { SignedChallenges } from '../../../lambdas/spots/limits/signed-challenges';
import { unitsPerAddress } from '../../../lambdas/spots/limits/unit-limits';
import { givePermit, mayBePermitted } from '../../../lambdas/spots/waiting-list/give-permit';
import { MemcachedPermitCounts } from '../../../lambdas/spots/waiting-list/memcached-permit-counts';
import { permitLimits } from '../../../lambdas/spots/waiting-list/permits';
import { SignedPermits } from '../../../lambdas/spots/waiting-list/signed-permits';
import { claimOfQuote } from '../../../lambdas/units/claims/claim-of-quote';
import { dealUnits } from '../../../lambdas/units/claims/deal-units';
import { MemcachedClaims } from '../../../lambdas/units/claims/memcached-claims';
import { withoutLine } from '../../support/without-line';
import { discountOf, formOfRace, published, shirt } from '../race';
import { ownerStore } from '../stores/registration-store';
import type { unitStore } from '../stores/unit-store';
import type { waitingStore } from '../stores/waiting-store';
import type { Machine, World } from '../world/machine';
import type { Surroundings } from './functions';

interface Parts {
  readonly ledgerFor: (machine: Machine) => Ledger;
  readonly unitsFor: (machine: Machine, counters: Pick<Counters, 'open'>) => ReturnType<typeof unitStore>;
  readonly waitingFor: (machine: Machine) => ReturnType<typeof waitingStore>;
}

/** As in the route. */
const holdDeadlineMs = 2_000;

/** The functions that promise spots and units, before anybody pays. */
export const sellingIn = (all: Surroundings, { ledgerFor, unitsFor, waitingFor }: Parts) => {
  const { world, race, database, data, sessions, signer, times, mutant } = all;
  const silently = () => undefined;
  return {
    register: (machine: Machine) => {
      const memcached = data.client(machine);
      const ledger = ledgerFor(machine);
      const deal = dealSpot({
        ledger,
        counters: noting(world, mutant.counters(new MemcachedCounters(memcached), memcached)),
        blocks: new MemcachedBlocks(memcached),
        now: machine.now,
        pause: () => machine.pause(world.random.whole(5, 20)),
        report: silently,
        count: silently,
      });
      const hold = holdSpot({
        ledger,
        admission: withoutLine,
        count: silently,
        offers: mutant.offers(pricedOffers({ find: async () => published(race) })),
        held: new MemcachedHeldSpots(
          sessions.map((node) => node.client(machine)),
          silently,
        ),
        tally: new MemcachedTally(memcached, silently),
        challenges: new SignedChallenges(signer),
        deal,
        signer: new SignedTokens(signer),
        readTicket: (token) => new SignedTokens(signer).readTicket(token),
        readAccess: async () => undefined,
        places: waitingFor(machine),
        known: mutant.known(
          knownRegistrations({
            cache: new MemcachedOwners(memcached),
            database: ownerStore(database, machine),
            report: silently,
            now: machine.now,
          }),
        ),
        hash: sha256,
        now: machine.now,
        pause: () => machine.pause(world.random.whole(5, 20)),
        times,
      });
      const permitted = givePermit({
        signer: new SignedPermits(signer),
        counts: new MemcachedPermitCounts(memcached),
        limits: permitLimits,
        now: machine.now,
        report: silently,
      });
      // As the route does it.
      return async (wish: HoldCommand) => {
        const answer = await hold(wish, machine.now().getTime() + holdDeadlineMs, async () => undefined);
        return { ...answer, permit: mayBePermitted(answer) ? await permitted(wish) : undefined };
      };
    },

    'quote-registration': (machine: Machine) => {
      const memcached = data.client(machine);
      const counters = new MemcachedCounters(memcached);
      const ledger = unitsFor(machine, counters);
      const { form } = race;
      const wait = { now: machine.now, pause: () => machine.pause(world.random.whole(5, 20)) };
      const deal = dealUnits({
        ...wait,
        ledger,
        deal: dealUnit({
          ...wait,
          ledger,
          counters,
          blocks: new MemcachedBlocks(memcached),
          report: silently,
          count: silently,
        }),
        // Nobody asks often enough for a verdict to be remembered.
        verdicts: {
          find: async () => undefined,
          remember: async () => undefined,
          mayReclaim: (pool) => memcached.add(`reclaiming:${pool}`, '1', 5),
        },
        remembered: new MemcachedClaims(sessions.map((node) => node.client(machine))),
        tally: new MemcachedTally(memcached, silently),
        report: silently,
        count: silently,
      });
      const claim = claimOfQuote({
        pools: { ofItems: async () => new Map(form ? [[shirt.id, form.shirts]] : []) },
        deal: mutant.dealUnits(deal),
      });
      return quoteRegistration({
        tokens: new SignedTokens(signer),
        forms: {
          current: async () => (form ? 1 : undefined),
          find: async (_, revision) => ({ revision, form: formOfRace }),
        },
        counts: { countOneMore: async () => 1, spareOne: async () => undefined },
        readEntry: (_, __, sent) => ({ entry: sent as Entry, dropped: [] }),
        judge: mutant.judge(
          judgeEntry({
            races: { find: async () => published(race) },
            allowList: { areAllowed: async () => [] },
            now: machine.now,
          }),
        ),
        checkCodes: async ({ words }) => ({
          kind: 'usable',
          ...(form && words.length > 0 && { discount: discountOf(form.uses) }),
        }),
        checkTeam: async () => undefined,
        priceEntry: mutant.price((asked, ...rest) => priceEntry(asked as Extras, ...rest)),
        claimLimited: (request, deadline) =>
          claim(
            // All of them share one address, and may claim all of a pool.
            {
              ...request,
              perAddress: form?.perAddress ?? unitsPerAddress([]),
              shareOf: (stock) => ({ perAddress: stock, perNetwork: stock }),
            },
            deadline,
          ),
        takeForNothing: async () => true,
        findFundraiser: async () => undefined,
        runners: {
          remembered: async (_, people) => people.map(() => false),
          written: async (_, people) => people.map(() => false),
        },
        hash: sha256,
        report: silently,
        now: machine.now,
      });
    },

    'more-card-tries': (machine: Machine) =>
      moreCardTries({
        holds: new SignedTokens(signer),
        offers: pricedOffers({ find: async () => published(race) }),
        held: new MemcachedHeldSpots(
          sessions.map((node) => node.client(machine)),
          silently,
        ),
        tally: new MemcachedTally(data.client(machine), silently),
        now: machine.now,
        times,
      }),
  };
};

/** The same counters; what they count is in the history. */
const noting = ({ history }: World, counters: Counters): Counters => ({
  open: (block) => counters.open(block),
  next: async (block, size = 1) => {
    const upTo = await counters.next(block, size);
    if (upTo !== undefined) history.add({ kind: 'counted', block, upTo, size });
    return upTo;
  },
});
