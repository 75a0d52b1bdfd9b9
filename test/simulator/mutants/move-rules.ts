import type { MoveStep } from '../../model/event-moves/steps';

/** What a move does besides deciding. A mutant leaves one of them out. */
export type MoveGuard =
  | MoveStep
  | 'differences go back first'
  | 'differences go on with the spot'
  | 'a difference that failed was not paid'
  | 'who is moved is told'
  | 'each move has a mail of its own';

export interface MoveRules {
  readonly without: MoveGuard | undefined;
}

export const movesAsDesigned: MoveRules = { without: undefined };

export const doesMove = ({ without }: MoveRules, guard: MoveGuard): boolean => without !== guard;
