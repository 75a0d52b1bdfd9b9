import * as t from '../texts/en';

/** The name of a role. A role that this page does not know is shown as it is. */
export const roleName = (role: string): string => (t.roles as Readonly<Record<string, string>>)[role] ?? role;
