/**
 * The least number of places per event that are confirmed, or were asked to be within a day. It bounds the mails that
 * nobody asked for.
 */
const minPlacesToConfirm = 50;
/**
 * A large event has more: its capacity divided by this. More spots than that come back at once only when the event
 * grows.
 */
const spotsPerPlaceToConfirm = 50;

/** How many places near the head of a list are to be confirmed or asked, for an event of this capacity. */
export const placesToConfirm = (capacity: number): number =>
  Math.max(minPlacesToConfirm, Math.floor(capacity / spotsPerPlaceToConfirm));

export const askingLimits = {
  /** After this time another place is asked instead. The first one stays on the list and may still confirm. */
  hoursUntilPassedOver: 24,
  /** A place that does not answer is asked again once everybody behind it was asked as often. */
  maxAsks: 3,
  /** A person who joins again may have lost the mail. */
  minutesBetweenAsks: 10,
  /** Per day. In total, people who join again cause at most as many mails as those who wait. */
  maxAsksAfterJoiningAgain: 5,
} as const;
