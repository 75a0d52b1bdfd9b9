/** What somebody may do in a race, or in all races. */
export const staffRoles = ['owner', 'director', 'finance', 'desk', 'commentator', 'viewer'] as const;

export type StaffRole = (typeof staffRoles)[number];

/** A role in one race; `raceId` undefined: in all races. */
export interface GivenRole {
  readonly role: StaffRole;
  readonly raceId: string | undefined;
}

/** People who can move money or change a race sign in with a passkey. The others may sign in by a mailed link alone. */
const byLinkAlone: readonly StaffRole[] = ['desk', 'viewer'];

export const needsPasskey = (roles: readonly GivenRole[]): boolean =>
  roles.some(({ role }) => !byLinkAlone.includes(role));

/** How long after the use of a passkey its owner may do what asks for it again, in minutes. */
export const confirmedMinutes = 5;
