/** How many places an event has that are confirmed, or were asked to be within a day: so many at most get a mail unasked. */
const minPlacesToConfirm = 50;
/** And more of a large event: a fiftieth of its capacity. More spots than that come back at once only when it grows. */
const spotsPerPlaceToConfirm = 50;

/** How many places of an event of this capacity are to be confirmed, or asked: those near the head of its list. */
export const placesToConfirm = (capacity: number): number =>
  Math.max(minPlacesToConfirm, Math.floor(capacity / spotsPerPlaceToConfirm));

export const askingLimits = {
  /** Then another place is asked instead; the first one keeps its place, and may confirm whenever it likes. */
  hoursUntilPassedOver: 24,
  /** Who does not answer is asked again when everybody behind was asked as often. */
  maxAsks: 3,
  /** Who joins again lost the mail, perhaps. */
  minutesBetweenAsks: 10,
  /** So often within a day; and in all days together those who join again cause as many mails as those who wait. */
  maxAsksAfterJoiningAgain: 5,
} as const;
