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
}

export type WithholdName = (request: AccessRequest) => Promise<Withheld | { readonly kind: 'not-yours' }>;

export const withholdName =
  ({ tokens, owners, names }: Needs): WithholdName =>
  async (request) =>
    (await isOwner(tokens, owners, request)) ? names.withhold(request.registrationId) : { kind: 'not-yours' };
