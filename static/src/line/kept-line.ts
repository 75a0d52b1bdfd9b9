import * as v from 'valibot';
import type { LineDocumentMessage, PassMessage } from '../../../lambdas/api/messages/line';
import { type Kept, keepUnder } from '../flow/kept';

/** What this browser saw of a line while it went on. With it, its draw is checked later against what was promised then. */
const seenLine = v.object({
  lineId: v.string(),
  /** The public name of a secret that nobody knew yet. */
  commitment: v.optional(v.string()),
  /** The list as it was fixed, and when this browser saw that, by the clock of the server. */
  root: v.optional(v.string()),
  rootSeenAt: v.optional(v.string()),
  passId: v.optional(v.string()),
  hash: v.optional(v.string()),
  wave: v.optional(v.number()),
});

export type SeenLine = v.InferOutput<typeof seenLine>;

export const keepSeen = (raceId: string): Kept<SeenLine> =>
  keepUnder(() => localStorage, `startline:line:${raceId}`, seenLine);

/** What is known with one more look. What was seen first stays: it is what later is compared with. */
export const withLook = (
  before: SeenLine | undefined,
  { lineId, commitment, list, now }: LineDocumentMessage,
  pass: PassMessage | undefined,
): SeenLine => {
  const known: SeenLine = before?.lineId === lineId ? before : { lineId };
  return {
    ...known,
    ...(known.commitment === undefined && commitment !== undefined && { commitment }),
    ...(known.root === undefined && list && { root: list.root, rootSeenAt: now }),
    ...(pass && { passId: pass.passId, hash: pass.hash, wave: pass.wave }),
  };
};
