import type { Race } from '../../races/race';

/** A race whose line is due. */
export interface DueRace {
  readonly raceId: string;
  readonly gun: Date;
}

/** Where lines are made. */
export interface LineRegister {
  /** Races that have a line whenever they open, open within so many minutes, and have no line yet. */
  due(minutes: number): Promise<readonly DueRace[]>;
  /** Makes the line with a secret that nobody has seen. False: somebody else made it. */
  arm(race: DueRace, eventIds: readonly string[]): Promise<boolean>;
}

interface Needs {
  readonly register: LineRegister;
  readonly findRace: (raceId: string) => Promise<Race | undefined>;
  readonly changed: (raceId: string) => Promise<void>;
}

/** People come so long before the gun. */
export const lobbyMinutes = 60;

/** The events that people wait for. Who has a code was invited, and to donate is no rush: nobody waits for these. */
export const lineEventsOf = ({ events }: Pick<Race, 'events'>): readonly string[] =>
  events.filter(({ isHidden, kind }) => !isHidden && kind !== 'gift').map(({ id }) => id);

/** Lets people into the lines of races that open soon. */
export const armLines =
  ({ register, findRace, changed }: Needs) =>
  async (): Promise<number> => {
    let armed = 0;
    for (const due of await register.due(lobbyMinutes)) {
      const race = await findRace(due.raceId);
      const events = race ? lineEventsOf(race) : [];
      if (events.length === 0) continue;
      if (!(await register.arm(due, events))) continue;
      await changed(due.raceId);
      armed++;
    }
    return armed;
  };
