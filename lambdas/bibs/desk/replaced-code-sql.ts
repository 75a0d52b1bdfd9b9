/** SQL: how often the check-in code of a registration was replaced: the version of the code that is good now. */
export const codeVersion = (registrationId: string): string =>
  `(SELECT coalesce(max(c.version), 0)::int FROM replaced_code c WHERE c.registration_id = ${registrationId})`;
