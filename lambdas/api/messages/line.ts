import * as v from 'valibot';
import { eventId, instant, raceId } from '../fields';

const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{2})*$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** `lobby`: before the gun. `open`: everybody may ask for a spot, as in a race without a line. */
export const lineState = v.picklist(['lobby', 'closing', 'drawing', 'calling', 'open', 'over']);

/**
 * The line of a race, the same for everybody: it is a second old at most where it comes from. Whose turn it is follows from
 * this and from the pass. Bytes are hex.
 */
export const lineDocument = v.object({
  raceId,
  lineId: v.string(),
  /** `surge`: it began in the middle of the sale, and has no draw. */
  kind: v.picklist(['opening', 'surge']),
  state: lineState,
  /** The server's time. Waits are counted on it, and the device's clock is not used. */
  now: instant,
  /** When the sale opens. People who came before are drawn, the others follow in order of arrival. */
  gun: instant,
  /** What happens then: there is room for everybody, or turns are drawn. Known some seconds before. */
  atGun: v.optional(v.picklist(['open', 'draw'])),
  /** The list of the draw closes then at the earliest. */
  enrolUntil: instant,
  passes: count,
  /** SHA-256 of the secret of the draw, published before anybody is on the list. */
  commitment: v.optional(hex),
  /** The list of the draw when it was closed: `root` is the SHA-256 of the digests of its 256 shards. */
  list: v.optional(v.object({ root: hex, count, late: count })),
  /** The round of a public beacon that decides the draw. `isMissed`: the draw went on without it. */
  beacon: v.optional(
    v.object({
      chain: hex,
      round: count,
      at: instant,
      signature: v.optional(hex),
      isMissed: v.optional(v.literal(true)),
    }),
  ),
  secret: v.optional(hex),
  /** SHA-256 of `startline-draw-v1`, the secret, the root and the signature of the beacon. */
  seed: v.optional(hex),
  /** Waves that are not called yet: number, passes, how many waves are counted together here. Wave 0 is the draw. */
  waves: v.array(v.tuple([count, count, count])),
  events: v.array(
    v.object({
      eventId,
      /** Turns below it may ask for a spot. It never falls. */
      calledTo: v.number(),
      free: count,
      /** Where it will be in so many seconds: at the least, probably, at the most. */
      curve: v.array(v.tuple([count, v.number(), v.number(), v.number()])),
      /** Where it had called to so many seconds ago. */
      past: v.array(v.tuple([v.number(), v.number()])),
    }),
  ),
  /** The line stands still for this reason. Nobody loses their turn. */
  paused: v.optional(v.object({ reason: v.string() })),
  /** How often to ask again: the time until the soonest call divided by `divide`, within `min` and `max` seconds. */
  poll: v.object({ divide: v.number(), min: v.number(), max: v.number() }),
});

/** When a browser first came. It enrols in so many milliseconds. */
export const arrivalMessage = v.object({ arrivedAt: instant, enrolAfter: count });

/** A place in the line. `hash` is what the list of the draw has of it, in hex. `seats`: how many spots it is good for. */
export const passMessage = v.object({
  passId: v.string(),
  hash: hex,
  wave: count,
  key: v.optional(v.number()),
  seats: count,
});

/** Another device opens `link` until `expiresAt`, and has the same place in the line then. */
export const moveMessage = v.object({ link: v.pipe(v.string(), v.url()), expiresAt: instant });
/** What follows `#line=` in the link. */
export const takeRequest = v.strictObject({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) });

export type MoveMessage = v.InferOutput<typeof moveMessage>;
export type LineDocumentMessage = v.InferOutput<typeof lineDocument>;
export type ArrivalMessage = v.InferOutput<typeof arrivalMessage>;
export type PassMessage = v.InferOutput<typeof passMessage>;
