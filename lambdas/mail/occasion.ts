/** What every mail says of the race it is about. */
export interface Occasion {
  readonly eventName: string;
  readonly raceName: string;
  readonly place: string;
  /** The day of the race in its own time zone: `yyyy-mm-dd`. */
  readonly raceDate: string;
  readonly timeZone: string;
}
