import * as v from 'valibot';
import type { Memcached } from '../../platform/memcached/memcached';
import { sha256 } from '../../platform/signed-tokens';
import { settledMessage, statusMessage } from '../messages';
import type { CheckLimit, Outcomes, OwnerLookup, RememberedRunners, Seated } from '../ports';
import type { Settled, Status } from './status';

const outcomeSeconds = 3600;
/** The writer sets it again with every batch; an older value is no longer true. */
const lagSeconds = 10;
/** Longer than a healthy replica lags behind. */
const changedSeconds = 60;
/** Stored in place of an outcome that is no longer true. */
const changedMark = 'changed';

const outcomeKey = (registrationId: string) => `outcome:${registrationId}`;

/**
 * The outcome is written once, and the end of the payment beside it under a key of its own, so that neither writer
 * needs to read first.
 */
export class MemcachedOutcomes implements Outcomes {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async put(statuses: readonly Status[], lags: ReadonlyMap<string, number> = new Map()) {
    await Promise.all([
      ...statuses.map((status) =>
        this.#memcached.set(outcomeKey(status.registrationId), JSON.stringify(status), outcomeSeconds),
      ),
      ...[...lags].map(([raceId, lag]) => this.#memcached.set(`lag:${raceId}`, String(lag), lagSeconds)),
    ]);
  }

  async lag(raceId: string) {
    const said = (await this.#memcached.get(`lag:${raceId}`))?.toString() ?? '';
    return /^\d+$/.test(said) ? Number(said) : undefined;
  }

  settled(registrationId: string, state: Settled) {
    return this.#memcached.set(`settled:${registrationId}`, state, outcomeSeconds);
  }

  async changed(registrationId: string) {
    await Promise.all([
      this.#memcached.set(outcomeKey(registrationId), changedMark, changedSeconds),
      this.#memcached.delete(`settled:${registrationId}`),
    ]);
  }

  async find(registrationId: string) {
    const [said, settled] = await Promise.all([
      this.#memcached.get(outcomeKey(registrationId)),
      this.#memcached.get(`settled:${registrationId}`),
    ]);
    const outcome = said?.toString();
    if (outcome === undefined || outcome === changedMark) return outcome;
    const status = v.parse(statusMessage, JSON.parse(outcome));
    const told = status.paidAs ? await this.#memcached.get(`settled:${status.paidAs}`) : settled;
    const payment = v.safeParse(settledMessage, told?.toString());
    if (!payment.success) return status;
    // A runner whose own money is refunded has no outcome here any more. So a refund of a group's payment was for
    // another member.
    const isAnothers = payment.output === 'refunded' && (status.paidAs || status.companions);
    return { ...status, payment: isAnothers ? ('captured' as const) : payment.output };
  }
}

/** The sessions of registrations that were decided within the hour, from the remembered outcomes. */
export class MemcachedOwners implements OwnerLookup {
  readonly #memcached: Pick<Memcached, 'get'>;

  constructor(memcached: Pick<Memcached, 'get'>) {
    this.#memcached = memcached;
  }

  async find(registrationIds: readonly string[]) {
    const found = await Promise.all(registrationIds.map((id) => this.#memcached.get(outcomeKey(id))));
    return found.flatMap((value) => {
      const outcome = value?.toString();
      return outcome === undefined || outcome === changedMark ? [] : [v.parse(statusMessage, JSON.parse(outcome))];
    });
  }
}

/** Longer than any replica lags behind, and longer than an opening lasts. */
const flagSeconds = 3600;

/** A hash, so that the cache holds no names. */
export const keyOfPerson = (eventId: string, person: string): string => sha256(`${eventId}\n${person}`);

/**
 * A flag for each person names their registration, and the registration that paid for it if that is another one. The
 * end of a registration is written under the id of the registration. So ending it needs no person, and a flag that is
 * written late does not bring it back.
 */
export class MemcachedRememberedRunners implements RememberedRunners {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  async seated(all: readonly Seated[]) {
    await Promise.all(
      all.map(({ eventId, person, registrationId, paidAs }) =>
        this.#memcached.set(
          `registered:${keyOfPerson(eventId, person)}`,
          paidAs ? `${registrationId} ${paidAs}` : registrationId,
          flagSeconds,
        ),
      ),
    );
  }

  ended(registrationId: string) {
    return this.#memcached.set(`ended:${registrationId}`, '1', flagSeconds);
  }

  async isRegistered(eventId: string, person: string) {
    const flag = await this.#memcached.get(`registered:${keyOfPerson(eventId, person)}`);
    if (!flag) return false;
    const [registrationId, paidAs = registrationId] = flag.toString().split(' ');
    const [ended, settled] = await Promise.all([
      this.#memcached.get(`ended:${registrationId}`),
      // Written by MemcachedOutcomes: a runner whose payment failed has lost their spot.
      this.#memcached.get(`settled:${paidAs}`),
    ]);
    return !ended && settled?.toString() !== 'failed';
  }
}

/** Longer than the longest hold. */
const checkCountSeconds = 1500;

export class MemcachedCheckLimit implements CheckLimit {
  readonly #memcached: Memcached;

  constructor(memcached: Memcached) {
    this.#memcached = memcached;
  }

  countOneMore(registrationId: string) {
    return this.#memcached.count(`checks:${registrationId}`, 1, checkCountSeconds);
  }
}
