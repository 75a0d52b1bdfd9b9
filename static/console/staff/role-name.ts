import * as t from '../texts/en';

/** A role in words; one that this page does not know, as it is. */
export const roleName = (role: string): string => (t.roles as Readonly<Record<string, string>>)[role] ?? role;
