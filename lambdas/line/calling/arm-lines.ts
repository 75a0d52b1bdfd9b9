import type { Race } from '../../races/race';
import type { ArmedLine } from '../draw/ports';
import type { ActiveEvent } from './ports';

/** A race whose line is due. */
export interface DueRace {
  readonly raceId: string;
  readonly gun: Date;
  /** Turns are drawn in any case. Otherwise it is decided shortly before the gun. */
  readonly isAlwaysDrawn: boolean;
}

/** Where lines are made. */
export interface LineRegister {
  /** Races that may have a line when they open, open within so many minutes, and had none for this opening yet: it does not come back. */
  due(minutes: number): Promise<readonly DueRace[]>;
  /** Makes the line with a secret that nobody has seen. False: somebody else made it. */
  arm(race: DueRace, eventIds: readonly string[]): Promise<boolean>;
  /** People of the race's line wait for these events, too. */
  join(raceId: string, eventIds: readonly string[]): Promise<unknown>;
  /** Races on sale that may have a line and have none. */
  selling(): Promise<readonly string[]>;
  /** Spots of events in no block that nobody waits for, and the block that is dealt from. */
  spotsOf(eventIds: readonly string[]): Promise<readonly Pick<ActiveEvent, 'sellable' | 'block'>[]>;
  /** Makes a line in the middle of a sale. False: there is one. */
  beginSurge(raceId: string, eventIds: readonly string[]): Promise<boolean>;
  /** Lines that people come to. */
  entered(): Promise<readonly ArmedLine[]>;
  /** Lines that are over, and of which something is left to do. */
  unfinished(): Promise<readonly string[]>;
  /** Deletes passes of lines that ended so many days ago, some at a time. Their proof stays. */
  forgetPasses(days: number): Promise<void>;
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

/** Lets people into the lines of races that open soon, and into those of events that are shown since. */
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
    // A form may show an event that was hidden, and the race that was read may have been an old one.
    for (const { raceId } of await register.entered()) {
      const race = await findRace(raceId);
      if (race) await register.join(raceId, lineEventsOf(race));
    }
    return armed;
  };
