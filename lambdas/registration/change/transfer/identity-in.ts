import { type Identity, identityOf } from '../../../domain/person/person';

/**
 * Who an entry names first. The form may have changed since they filled it in, so nothing else of it is read. Undefined when it names
 * nobody.
 */
export const identityIn = (entry: unknown): Identity | undefined => {
  const { people } = Object(entry) as { readonly people?: unknown };
  const [first] = Array.isArray(people) ? people : [];
  const identity = identityOf(Object(first) as Identity);
  return Object.values(identity).every((value) => typeof value === 'string') ? identity : undefined;
};
