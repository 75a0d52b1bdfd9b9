import { isExpired } from '../../domain/hold';
import { type Identity, personOf } from '../../domain/person/person';
import type { CheckLimit, People, RememberedRunners, Tokens } from '../ports';
import { isFor } from './access';

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold'>;
  readonly limit: CheckLimit;
  readonly remembered: Pick<RememberedRunners, 'isRegistered'>;
  readonly people: People;
  /** Called with the reason when a check has no answer. */
  readonly report: (error: unknown) => void;
  readonly now: () => Date;
}

export interface CheckRequest {
  readonly registrationId: string;
  readonly hold: string;
  readonly sessionHash: string | undefined;
  readonly runner: Identity;
}

/** `unknown`: no answer in time, or too many checks. The runner goes on: the writer decides in any case. */
export type CheckAnswer =
  | { readonly kind: 'checked'; readonly registered: 'yes' | 'no' | 'unknown' }
  | { readonly kind: 'hold-invalid' | 'hold-expired' };

export type CheckRegistered = (question: CheckRequest) => Promise<CheckAnswer>;

/** For each runner of a hold: enough to correct a misspelt name a few times, too few to go through a list of people. */
const maxChecksPerRunner = 10;

/**
 * Checks whether this person is registered for the hold's event already, before their card is touched. This is a hint,
 * which may be seconds old. Only the writer's unique index decides (decision 022).
 */
export const checkRegistered =
  ({ tokens, limit, remembered, people, report, now }: Needs): CheckRegistered =>
  async ({ registrationId, hold: token, sessionHash, runner }) => {
    const hold = await tokens.readHold(token);
    if (!hold || !isFor(hold, registrationId) || hold.sessionHash !== sessionHash) return { kind: 'hold-invalid' };
    if (isExpired(hold, now())) return { kind: 'hold-expired' };
    try {
      // A check that cannot be counted is not answered: otherwise that would be a way around the limit.
      if ((await limit.countOneMore(registrationId)) > maxChecksPerRunner)
        return { kind: 'checked', registered: 'unknown' };
      const person = personOf(runner);
      const isIn =
        (await remembered.isRegistered(hold.eventId, person)) || (await people.isRegistered(hold.eventId, person));
      return { kind: 'checked', registered: isIn ? 'yes' : 'no' };
    } catch (error) {
      report(error);
      return { kind: 'checked', registered: 'unknown' };
    }
  };
