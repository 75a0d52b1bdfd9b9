import type { Attack } from './attack';
import { shapes } from './bad-input/shapes';
import { sizesAndEncodings } from './bad-input/sizes-and-encodings';
import { tokensAndHeaders } from './bad-input/tokens-and-headers';
import { cardAttacks } from './stories/cards';
import { holdingAttacks } from './stories/holding';
import { mailAttacks } from './stories/mail';
import { placeAttacks } from './stories/places';
import { registrationAttacks } from './stories/registrations';
import { smallAttacks } from './stories/small-ones';
import { tokenAttacks } from './stories/tokens';
import { waitingListAttacks } from './stories/waiting-list';

/** What was tried: a story for each finding and its letters, and requests that nobody means well with. */
export const stories: readonly Attack[] = [
  ...registrationAttacks,
  ...tokenAttacks,
  ...placeAttacks,
  ...holdingAttacks,
  ...waitingListAttacks,
  ...mailAttacks,
  ...cardAttacks,
  ...smallAttacks,
];
export const badInput: readonly Attack[] = [...shapes, ...sizesAndEncodings, ...tokensAndHeaders];

export const allAttacks: readonly Attack[] = [...stories, ...badInput];
