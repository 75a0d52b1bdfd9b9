import { type RushFunction, rushFunctions } from './figures';
import type { Need } from './need';

/** What may be set, and within which limits. Empty where nothing can be kept warm. */
export interface Targets {
  /** `most`: the environments that are reserved for the function; Lambda keeps no more of them warm. */
  readonly functions: Readonly<Partial<Record<RushFunction, FunctionTarget>>>;
  /** ACU: never set below `floor`, which is its size at rest, nor above `ceiling`. */
  readonly database?: DatabaseTarget | undefined;
}

export interface FunctionTarget {
  /** The function's name in Lambda. */
  readonly name: string;
  readonly alias: string;
  readonly most: number;
}

export interface DatabaseTarget {
  readonly cluster: string;
  readonly floor: number;
  readonly ceiling: number;
}

/** The number of environments to keep warm, within what may be set. */
export const environmentsWithin = ({ most }: FunctionTarget, needed: number): number =>
  Math.max(0, Math.min(needed, most));

/** The cluster's minimum in ACU, within what may be set. */
export const acuWithin = ({ floor, ceiling }: DatabaseTarget, needed: number): number =>
  Math.min(ceiling, Math.max(floor, needed));

/** The parts that need more than may be set in this deployment. */
export const outOfReach = ({ functions, database }: Targets, need: Need): readonly string[] => [
  ...rushFunctions.flatMap((name) => {
    const needed = need.environments[name];
    const most = functions[name]?.most ?? needed;
    return needed > most ? [`${name} needs ${needed} environments of at most ${most}`] : [];
  }),
  ...(database && need.acu > database.ceiling
    ? [`the database needs ${need.acu} ACU of at most ${database.ceiling}`]
    : []),
];
