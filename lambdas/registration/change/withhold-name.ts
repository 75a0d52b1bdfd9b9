import type { Amount, Tally } from '../../spots/limits/limits';
import type { Tokens } from '../ports';
import { type AccessRequest, isOwner, type Owners } from '../show/access';

export type Withheld = { readonly kind: 'withheld' | 'no-spot' | 'not-found' };

/** Runners who want no name in results, whatever they said when they registered. */
export interface WithheldNames {
  /** Safe to repeat. What was published has the name for a minute, and caches for a day at most. */
  withhold(registrationId: string): Promise<Withheld>;
}

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink'>;
  readonly owners: Owners;
  readonly names: WithheldNames;
  readonly tally: Pick<Tally, 'add'>;
  readonly now: () => Date;
}

export type WithholdName = (
  request: AccessRequest,
) => Promise<Withheld | { readonly kind: 'not-yours' | 'too-many-requests' }>;

/** Of one registration. Each locks the results of its event, for which timers wait. */
const maxRequestsPerHour = 10;
export const withholdWindowSeconds = 3600;

export const withholdName =
  ({ tokens, owners, names, tally, now }: Needs): WithholdName =>
  async (request) => {
    if (!(await isOwner(tokens, owners, request))) return { kind: 'not-yours' };
    const { registrationId } = request;
    const at = Math.floor(now().getTime() / 1000);
    const amount: Amount = { who: `withheld-name:${registrationId}`, much: 1, at, seconds: withholdWindowSeconds };
    const [count = 0] = await tally.add([amount]);
    return count > maxRequestsPerHour ? { kind: 'too-many-requests' } : names.withhold(registrationId);
  };
