import type { RaceEvent, Races } from '../races/race';
import type { Tally } from '../spots/limits/limits';
import { hashOfCode, stateOf } from './code';
import type { AccessSigner, Codes } from './ports';
import { countTry, trySeconds } from './tries';

/** Long enough to wait for the opening with the page open. A runner who comes later types the code again. */
const accessMs = 3_600_000;

interface Needs {
  readonly races: Pick<Races, 'find'>;
  readonly codes: Pick<Codes, 'find'>;
  readonly tally: Tally;
  readonly signer: AccessSigner;
  /** The form as people see it who may enter these events. */
  readonly formFor: (raceId: string, revision: number, eventIds: readonly string[]) => Promise<object | undefined>;
  readonly hash: (text: string) => string;
  readonly now: () => Date;
}

export interface OpenEventsCommand {
  readonly raceId: string;
  /** As it was typed. */
  readonly code: string;
  readonly sessionHash: string;
  readonly address: string;
}

export type OpenEventsAnswer =
  | {
      readonly kind: 'opened';
      readonly events: readonly RaceEvent[];
      readonly revision: number;
      readonly form: object;
      readonly token: string;
      readonly expiresAt: Date;
    }
  /** `unsettled`: its form cannot be read at this moment. */
  | { readonly kind: 'no-such-race' | 'code-unknown' | 'code-expired' | 'too-many-tries' | 'unsettled' };

export type OpenEvents = (command: OpenEventsCommand) => Promise<OpenEventsAnswer>;

/**
 * Opens the hidden events of a code for one session. A code that opens none is as unknown as one that was never made: here
 * nobody learns which words lower prices.
 */
export const openEvents =
  ({ races, codes, tally, signer, formFor, hash, now }: Needs): OpenEvents =>
  async ({ raceId, code: word, sessionHash, address }) => {
    const race = await races.find(raceId);
    if (!race) return { kind: 'no-such-race' };
    const who = { who: `session:${raceId}:${sessionHash}`, seconds: trySeconds };
    const counted = await countTry({ tally, now }, { what: 'codes', raceId, address, much: 1 }, who);
    if (counted.isTooMany) return { kind: 'too-many-tries' };
    const code = await codes.find(raceId, hashOfCode(raceId, word, hash));
    const events = race.events.filter(({ id, isHidden }) => isHidden && code?.opensEvents.includes(id));
    const state = code && events.length > 0 ? stateOf(code, now()) : 'unknown';
    if (!code || state === 'unknown') return { kind: 'code-unknown' };
    if (state === 'expired') return { kind: 'code-expired' };
    await counted.takeBack();
    const eventIds = events.map(({ id }) => id);
    // Where an event is hidden, its form says so.
    const { form: revision = 0 } = race;
    const form = await formFor(raceId, revision, eventIds);
    if (!form) return { kind: 'unsettled' };
    const expiresAt = new Date(now().getTime() + accessMs);
    const token = await signer.signAccess({ raceId, eventIds, sessionHash, code: code.id }, expiresAt);
    return { kind: 'opened', events, revision, form, token, expiresAt };
  };
