import type { Hold } from '../domain/hold';
import type { KnownRunners } from './ports';

export type Registered = 'yes' | 'no' | 'unknown';

interface Needs {
  readonly runners: KnownRunners;
  readonly report: (error: unknown) => void;
}

/** Undefined: the cache does not answer. Where nobody runs, everybody may come again. */
export const whoIsRemembered = async (
  { runners, report }: Needs,
  { eventId, kind }: Hold,
  persons: readonly string[],
) => {
  if (kind) return persons.map(() => false);
  return runners.remembered(eventId, persons).catch((error: unknown) => {
    report(error);
    return undefined;
  });
};

export const whoIsRegistered = async (
  { runners, report }: Needs,
  { eventId, kind }: Hold,
  persons: readonly string[],
  known: {
    readonly limitGroup: string | undefined;
    readonly remembered: ReturnType<typeof whoIsRemembered> | undefined;
  },
): Promise<readonly Registered[]> => {
  if (kind) return persons.map(() => 'no');
  const written = await runners.written(eventId, persons, known.limitGroup).catch((error: unknown) => {
    report(error);
    return undefined;
  });
  const remembered = await known.remembered;
  return persons.map((_, n) => {
    if (written?.[n] || remembered?.[n]) return 'yes';
    return written && remembered ? 'no' : 'unknown';
  });
};
