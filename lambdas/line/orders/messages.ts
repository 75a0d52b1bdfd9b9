import * as v from 'valibot';
import { raceId, typedText } from '../../api/fields';
import { mostPostponedMinutes } from './steer';

const dryRun = v.optional(v.boolean(), false);

/**
 * `{ "setLine": { … } }`: whether a race has a line (`mode`), and how its line goes on. `pace`: the share of the calls that are let
 * through. `paused`: nobody is called, for a `reason` that runners read.
 */
export const setLineMessage = v.strictObject({
  setLine: v.pipe(
    v.strictObject({
      raceId,
      mode: v.optional(v.picklist(['auto', 'always', 'never'])),
      pace: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(1))),
      paused: v.optional(v.boolean()),
      reason: v.optional(typedText(200)),
      dryRun,
    }),
    v.check(
      ({ mode, pace, paused }) => mode !== undefined || pace !== undefined || paused !== undefined,
      'nothing-to-set',
    ),
    v.forward(
      v.check(({ paused, reason }) => (paused === true) === (reason !== undefined), 'reason-of-pause'),
      ['reason'],
    ),
  ),
});

/** `{ "postponeDraw": { … } }`: the list of the draw closes so many minutes after the gun. 0: as early as usual. */
export const postponeDrawMessage = v.strictObject({
  postponeDraw: v.strictObject({
    raceId,
    minutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPostponedMinutes)),
    dryRun,
  }),
});

/** `{ "openWide": { … } }`: everybody may ask at once. The line does not come back. */
export const openWideMessage = v.strictObject({ openWide: v.strictObject({ raceId, dryRun }) });

/** `{ "line": { … } }`: the line of a race, as it stands. */
export const lineMessage = v.strictObject({ line: v.strictObject({ raceId }) });
