/** Every registration id in a value, at any depth, each once. */
export const registrationsIn = (value: unknown): readonly string[] => [...new Set(namedIn(value))];

const namedIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        key === 'registrationId' && typeof inner === 'string' ? [inner] : namedIn(inner),
      )
    : [];
