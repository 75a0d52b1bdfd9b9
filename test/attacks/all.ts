import type { Attack } from './attack';
import { shapes } from './bad-input/shapes';
import { sizesAndEncodings } from './bad-input/sizes-and-encodings';
import { tokensAndHeaders } from './bad-input/tokens-and-headers';
import { atOnceAttacks } from './stories/at-once';
import { bankAttacks } from './stories/banks';
import { cardAttacks } from './stories/cards';
import { consoleAttacks } from './stories/console';
import { dearerEventAttacks } from './stories/dearer-events';
import { deferralAttacks } from './stories/deferrals';
import { formAttacks } from './stories/forms';
import { holdingAttacks } from './stories/holding';
import { knownIdAttacks } from './stories/known-ids';
import { lineAttacks } from './stories/lines';
import { mailAttacks } from './stories/mail';
import { otherRaceAttacks } from './stories/other-races';
import { passedOnAttacks } from './stories/passed-on';
import { placeAttacks } from './stories/places';
import { queueingAttacks } from './stories/queueing';
import { raceDayAttacks } from './stories/race-day';
import { raceDayKeyAttacks } from './stories/race-day-keys';
import { registrationAttacks } from './stories/registrations';
import { resultAttacks } from './stories/results';
import { shareAttacks } from './stories/shares';
import { smallAttacks } from './stories/small-ones';
import { tokenAttacks } from './stories/tokens';
import { waitingListAttacks } from './stories/waiting-list';
import { whoShowsIt } from './stories/who-shows-it';

/** Every attack: the stories of each finding, and the malformed requests. */
export const stories: readonly Attack[] = [
  ...registrationAttacks,
  ...tokenAttacks,
  ...placeAttacks,
  ...holdingAttacks,
  ...waitingListAttacks,
  ...mailAttacks,
  ...cardAttacks,
  ...bankAttacks,
  ...smallAttacks,
  ...formAttacks,
  ...passedOnAttacks,
  ...dearerEventAttacks,
  ...deferralAttacks,
  ...consoleAttacks,
  ...lineAttacks,
  ...raceDayAttacks,
  ...raceDayKeyAttacks,
  ...resultAttacks,
  ...whoShowsIt,
  ...queueingAttacks,
  ...knownIdAttacks,
  ...otherRaceAttacks,
  ...atOnceAttacks,
  ...shareAttacks,
];
export const badInput: readonly Attack[] = [...shapes, ...sizesAndEncodings, ...tokensAndHeaders];

export const allAttacks: readonly Attack[] = [...stories, ...badInput];
