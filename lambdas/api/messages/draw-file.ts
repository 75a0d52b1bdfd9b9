import * as v from 'valibot';
import { instant } from '../fields';

/** In lower case. */
const bytes = (count: number) => v.pipe(v.string(), v.length(2 * count), v.regex(/^[0-9a-f]*$/));

/** The file `draw.json` of a proof, as whoever checks a draw reads it. */
export const drawFile = v.object({
  version: v.literal(1),
  raceId: v.string(),
  lineId: v.string(),
  gun: instant,
  closedAt: instant,
  commitment: bytes(32),
  secret: bytes(32),
  listed: v.number(),
  digests: v.array(bytes(32)),
  root: bytes(32),
  beacon: v.object({ chain: bytes(32), round: v.number(), at: instant, signature: v.nullable(bytes(48)) }),
  seed: bytes(32),
});
