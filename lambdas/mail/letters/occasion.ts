/** The facts about the race that every mail uses. */
export interface Occasion {
  readonly eventName: string;
  readonly raceName: string;
  readonly place: string;
  /** The day of the race in its own time zone: `yyyy-mm-dd`. */
  readonly raceDate: string;
  readonly timeZone: string;
}
