import { setTimeout } from 'node:timers/promises';
import type { Submission } from '../../../lambdas/domain/registration';
import type { Memcached } from '../../../lambdas/platform/memcached/memcached';
import { dealSpot } from '../../../lambdas/spots/blocks/deal-spot';
import { MemcachedBlocks, MemcachedCounters } from '../../../lambdas/spots/blocks/memcached-blocks';
import { administer } from '../../../local/services/postgres-server';
import type { FreshDatabase } from '../../support/postgres/database';
import { ledgerOn } from '../../support/races/ledger';
import { type MadeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import type { Bank } from './bank';
import type { Shop } from './opening';

interface Needs {
  readonly database: FreshDatabase;
  readonly memcached: Memcached;
  readonly bank: Bank;
  readonly race: MadeRace;
}

/** Seconds that a runner asks again before they give up. */
const timeoutMs = 30_000;
const dealMs = 10_000;

/** The product's own dealing, recording and settling, on the same cache and database, with the same bank. */
export const productShop = ({ database: { postgres, ...database }, memcached, bank, race }: Needs): Shop => {
  const counters = new MemcachedCounters(memcached);
  const ledger = ledgerOn(postgres, { counters });
  const deal = dealSpot({
    ledger,
    counters,
    blocks: new MemcachedBlocks(memcached),
    now: () => new Date(),
    pause: () => setTimeout(5 + Math.random() * 10),
    report: () => undefined,
    count: () => undefined,
  });
  const registrations = registrationsOn(postgres);
  const accepted: Submission[] = [];
  const runnerOf = new Map<string, string>();

  const dealt = async () => {
    for (const giveUp = Date.now() + timeoutMs; Date.now() < giveUp; await setTimeout(50)) {
      const answer = await deal(race.eventId, Date.now() + dealMs);
      if (answer.kind === 'dealt') return answer;
      if (answer.kind !== 'busy') return undefined;
    }
    return undefined;
  };

  const liveIds = async () =>
    postgres.query<{ id: string }>('SELECT id FROM registration WHERE event_id = $1 AND live', [race.eventId]);

  return {
    async sellTo(runner) {
      const spot = await dealt();
      if (!spot) return 'out';
      const submission = submissionFor(race, { id: spot.block.id, numbers: spot.spots }, 0, { person: runner });
      runnerOf.set(submission.hold.registrationId, runner);
      await bank.authorise(runner);
      accepted.push(submission);
      return 'in';
    },

    /**
     * The queue delivers everything, holds end, and late messages are delivered again; money follows what the rows
     * want.
     */
    async settle() {
      const { deferred } = await registrations.record(race.eventId, accepted);
      await endBlocks(database.ownerUrl);
      await ledger.reclaim(race.eventId);
      const again = accepted.filter(({ hold }) => deferred.includes(hold.registrationId));
      const late = await registrations.record(race.eventId, again);
      if (late.deferred.length > 0)
        throw new Error(`${late.deferred.length} stay undecided though nobody holds anything`);
      const payments = await postgres.query<{ registration_id: string; wanted: string }>(
        'SELECT registration_id, wanted FROM payment',
      );
      for (const { registration_id, wanted } of payments) {
        const runner = runnerOf.get(registration_id) ?? '';
        if (wanted === 'capture') bank.capture(runner);
        else bank.void(runner);
      }
    },

    runners: async () => (await liveIds()).map(({ id }) => runnerOf.get(id) ?? id),
  };
};

/** As if every hold had ended. */
const endBlocks = (ownerUrl: string) =>
  administer(ownerUrl, [`UPDATE block SET closes_at = clock_timestamp() - interval '1 second'`]);
