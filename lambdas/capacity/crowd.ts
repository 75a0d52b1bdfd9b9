/** The people of an opening: how many come, and how many of them get a spot. */
export interface Crowd {
  readonly runners: number;
  readonly spots: number;
}

/** A race's registration opening, an instant: in which time zone it is announced does not matter here. */
export interface Opening {
  readonly raceId: string;
  readonly opensAt: Date;
  readonly spots: number;
  /** How many people somebody expects, when somebody does. */
  readonly interest?: number | undefined;
}

/**
 * People for each spot while nobody knows better. Too many cost a few dollars for an hour of warm environments; too few
 * cost the opening.
 */
export const defaultPeoplePerSpot = 10;

/**
 * Who comes: as many as somebody expects, else the usual crowd for each spot; never fewer than there are spots.
 *
 * @param seenPerSpot the most people for each spot that an earlier opening left rows of. Those who found the race sold
 * out and went left none, so it can only raise the expectation.
 */
export const crowdOf = ({ spots, interest = 0 }: Opening, seenPerSpot = 0): Crowd => {
  const runners = Math.ceil(Math.max(interest, spots * Math.max(interest > 0 ? 1 : defaultPeoplePerSpot, seenPerSpot)));
  return { runners, spots: Math.min(spots, runners) };
};

/** Two crowds at once. They are different people, so nothing of theirs is shared. */
export const combined = (one: Crowd, other: Crowd): Crowd => ({
  runners: one.runners + other.runners,
  spots: one.spots + other.spots,
});

export const emptyCrowd: Crowd = { runners: 0, spots: 0 };
