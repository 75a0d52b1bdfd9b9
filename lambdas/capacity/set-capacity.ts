import { rushFunctions } from './figures';
import type { CapacityOrder } from './need';
import type { DatabaseFloor, WarmEnvironments } from './ports';
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
}

/** Undefined when the order was too old to be carried out. */
export type SetCapacity = (order: CapacityOrder) => Promise<CapacitySet | undefined>;

/** Orders come every minute. An order that was delayed for longer would undo what newer ones did. */
const tooOldMs = 180_000;

interface State {
  /** From what to what, when it was not as ordered. */
  readonly changed?: string;
  readonly ready: boolean;
}

interface Part extends State {
  readonly name: string;
}

/** Sets what is not as ordered, and nothing else: carrying out an order twice changes nothing the second time. */
export const setCapacity = ({ targets, environments, databaseFloor, now, report }: Needs): SetCapacity => {
  const warm = async (target: FunctionTarget, needed: number): Promise<State> => {
    const wanted = environmentsWithin(target, needed);
    const { asked, failed, ready } = await environments.look(target);
    if (asked === wanted && !failed) return { ready };
    await environments.keep(target, wanted);
    return { changed: `${asked} → ${wanted}`, ready: wanted === 0 };
  };

  const enlarge = async (target: DatabaseTarget, needed: number): Promise<State> => {
    const wanted = acuWithin(target, needed);
    const floor = await databaseFloor.look(target);
    if (floor === undefined) return { ready: false };
    if (floor === wanted) return { ready: true };
    await databaseFloor.set(target, wanted);
    return { changed: `${floor} → ${wanted} ACU`, ready: false };
  };

  const part = (name: string, state: Promise<State>): Promise<Part> =>
    state.then(
      (known) => ({ name, ...known }),
      (error: unknown) => {
        report(name, error);
        return { name, ready: false };
      },
    );

  return async ({ at, need }) => {
    if (now().getTime() - at.getTime() > tooOldMs) return undefined;
    const work: Promise<Part>[] = rushFunctions.flatMap((name) => {
      const target = targets.functions[name];
      return target ? [part(name, warm(target, need.environments[name]))] : [];
    });
    if (targets.database) work.push(part('database', enlarge(targets.database, need.acu)));
    const parts = await Promise.all(work);
    return {
      changed: parts.flatMap(({ name, changed }) => (changed ? [`${name} ${changed}`] : [])),
      unready: parts.flatMap(({ name, ready }) => (ready ? [] : [name])),
    };
  };
};
