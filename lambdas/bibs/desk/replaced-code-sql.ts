/** SQL: the version of the check-in code of a registration that is valid: how often its code was replaced. */
export const codeVersion = (registrationId: string): string =>
  `(SELECT coalesce(max(c.version), 0)::int FROM replaced_code c WHERE c.registration_id = ${registrationId})`;
