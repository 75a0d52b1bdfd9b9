/** The people of an opening: how many come, and how many of them get a spot. */
export interface Crowd {
  readonly runners: number;
  readonly spots: number;
  /** How many of those with a spot fill in a form, and so ask for a quote; none when absent. */
  readonly quoting?: number | undefined;
}

/** A race's registration opening, an instant. The time zone it is announced in does not matter here. */
export interface Opening {
  readonly raceId: string;
  readonly opensAt: Date;
  readonly spots: number;
  /** How many people a director expects; undefined when nobody said so. */
  readonly interest?: number | undefined;
  /** Its registrations are quoted before they are paid. */
  readonly hasForm?: boolean | undefined;
}

/**
 * People for each spot when nothing better is known. Too many cost a few dollars for an hour of warm environments; too
 * few cost the opening.
 */
const defaultPeoplePerSpot = 10;

/**
 * How many people come: as many as a director expects, otherwise the default crowd for each spot; never fewer than
 * there are spots.
 *
 * @param seenPerSpot the most people for each spot that an earlier opening left rows of. People who found the race sold
 * out and left have no rows, so this can only raise the expectation.
 */
export const crowdOf = ({ spots, interest = 0, hasForm }: Opening, seenPerSpot = 0): Crowd => {
  const runners = Math.ceil(Math.max(interest, spots * Math.max(interest > 0 ? 1 : defaultPeoplePerSpot, seenPerSpot)));
  const seated = Math.min(spots, runners);
  return { runners, spots: seated, ...(hasForm && { quoting: seated }) };
};

/** Two crowds at the same time. They are different people, so their demands add up. */
export const combined = (one: Crowd, other: Crowd): Crowd => ({
  runners: one.runners + other.runners,
  spots: one.spots + other.spots,
  ...((one.quoting || other.quoting) && { quoting: (one.quoting ?? 0) + (other.quoting ?? 0) }),
});

export const emptyCrowd: Crowd = { runners: 0, spots: 0 };
