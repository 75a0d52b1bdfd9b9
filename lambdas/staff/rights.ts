import { type GivenRole, needsPasskey, type StaffRole } from '../domain/staff';

/** Somebody who is signed in, as a request finds them. */
export interface Signed {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  /** `link`: they opened a mailed link. `passkey`: they used a passkey in this session. */
  readonly level: 'link' | 'passkey';
  /** They used a passkey within the last minutes. */
  readonly isConfirmed: boolean;
  readonly roles: readonly GivenRole[];
  /** How many passkeys they have. */
  readonly passkeys: number;
  /** They may make their first passkey, because they were invited or an owner let them. */
  readonly mayEnrol: boolean;
}

/** What a caller must have. */
export interface Demand {
  /** Any of these roles. */
  readonly roles: readonly StaffRole[];
  /** The race it is about; undefined: only a role for all races counts. `any`: a role in whichever race. */
  readonly race: string | 'any' | undefined;
  /** They must have used a passkey within the last minutes. */
  readonly confirmed?: boolean;
}

export type Verdict =
  | 'permitted'
  /** They must use a passkey before anything else. */
  | 'passkey-first'
  /** They know nothing of this race, and are not told whether it exists. */
  | 'no-such-race'
  | 'not-permitted'
  | 'confirm-again';

/** Whether somebody may do something. */
export const judge = (signed: Signed, { roles, race, confirmed = false }: Demand): Verdict => {
  if (signed.level === 'link' && needsPasskey(signed.roles)) return 'passkey-first';
  const counting =
    race === 'any' ? signed.roles : signed.roles.filter(({ raceId }) => raceId === undefined || raceId === race);
  if (race !== undefined && race !== 'any' && counting.length === 0) return 'no-such-race';
  if (!counting.some(({ role }) => roles.includes(role))) return 'not-permitted';
  return confirmed && !signed.isConfirmed ? 'confirm-again' : 'permitted';
};
