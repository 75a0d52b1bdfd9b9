import * as v from 'valibot';
import { keepUnder } from '../flow/kept';

const collecting = v.object({ slug: v.string(), title: v.string(), cause: v.string(), until: v.number() });

/** Whom somebody wants to give to. */
export type Collecting = Omit<v.InferOutput<typeof collecting>, 'until'>;

/** A day: a runner who comes back later does not mean that page any more. */
const keptMs = 86_400_000;

const keep = (raceId: string) => keepUnder(() => localStorage, `startline:collecting:${raceId}`, collecting);

/** Remembers it until the form asks how much. */
export const rememberCollecting = (raceId: string, { slug, title, cause }: Collecting): void =>
  keep(raceId).write({ slug, title, cause, until: Date.now() + keptMs });

export const forgetCollecting = (raceId: string): void => keep(raceId).write(undefined);

export const collectingFor = (raceId: string): Collecting | undefined => {
  const kept = keep(raceId).read();
  return kept && kept.until > Date.now() ? kept : undefined;
};
