import { rushFunctions } from './figures';
import type { CapacityOrder } from './need';
import type { DatabaseFloor, PartState, WarmEnvironments } from './ports';
import { acuWithin, type DatabaseTarget, environmentsWithin, type FunctionTarget, type Targets } from './targets';

interface Needs {
  readonly targets: Targets;
  readonly environments: WarmEnvironments;
  readonly databaseFloor: DatabaseFloor;
  readonly now: () => Date;
  /** Called for every part that could not be looked at or set: the others are set all the same. */
  readonly report: (part: string, error: unknown) => void;
}

export interface CapacitySet {
  /** Parts that are now being changed, and how. */
  readonly changed: readonly string[];
  /** Parts that are not, or not yet, as they must be. */
  readonly unready: readonly string[];
  readonly parts: readonly PartState[];
}

/** Undefined when the order was too old to be carried out. */
export type SetCapacity = (order: CapacityOrder) => Promise<CapacitySet | undefined>;

/** Orders come every minute. An order that was delayed for longer would undo what newer ones did. */
const tooOldMs = 180_000;

interface State {
  /** From what to what, when it was not as ordered. */
  readonly changed?: string;
  readonly ready: boolean;
  readonly there?: number | undefined;
}

interface Part extends State {
  readonly name: string;
  readonly wanted: number;
  readonly most: number;
}

/** Sets what is not as ordered, and nothing else: carrying out an order twice changes nothing the second time. */
export const setCapacity = ({ targets, environments, databaseFloor, now, report }: Needs): SetCapacity => {
  const warm = async (target: FunctionTarget, wanted: number): Promise<State> => {
    const { asked, failed, ready, available } = await environments.look(target);
    if (asked === wanted && !failed) return { ready, there: available };
    await environments.keep(target, wanted);
    return { changed: `${asked} → ${wanted}`, ready: wanted === 0, there: available };
  };

  const enlarge = async (target: DatabaseTarget, wanted: number): Promise<State> => {
    const floor = await databaseFloor.look(target);
    if (floor === undefined) return { ready: false };
    if (floor === wanted) return { ready: true, there: floor };
    await databaseFloor.set(target, wanted);
    return { changed: `${floor} → ${wanted} ACU`, ready: false, there: floor };
  };

  const part = (of: Pick<Part, 'name' | 'wanted' | 'most'>, state: Promise<State>): Promise<Part> =>
    state.then(
      (known) => ({ ...of, ...known }),
      (error: unknown) => {
        report(of.name, error);
        return { ...of, ready: false };
      },
    );

  return async ({ at, need }) => {
    if (now().getTime() - at.getTime() > tooOldMs) return undefined;
    const work: Promise<Part>[] = rushFunctions.flatMap((name) => {
      const target = targets.functions[name];
      if (!target) return [];
      const wanted = environmentsWithin(target, need.environments[name]);
      return [part({ name, wanted, most: target.most }, warm(target, wanted))];
    });
    if (targets.database) {
      const wanted = acuWithin(targets.database, need.acu);
      const { ceiling: most } = targets.database;
      work.push(part({ name: 'database', wanted, most }, enlarge(targets.database, wanted)));
    }
    const parts = await Promise.all(work);
    return {
      changed: parts.flatMap(({ name, changed }) => (changed ? [`${name} ${changed}`] : [])),
      unready: parts.flatMap(({ name, ready }) => (ready ? [] : [name])),
      parts: parts.map(({ name, wanted, most, there, ready }) => ({ name, wanted, there, most, isReady: ready })),
    };
  };
};
