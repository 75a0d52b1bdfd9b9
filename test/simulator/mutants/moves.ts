import type { MoveGuard } from './move-rules';
import { unchanged, type Wrong } from './mutant';

const without = (guard: MoveGuard, breaks: Wrong['breaks'], seenIn?: number): Wrong => ({
  name: `it is not so that ${guard}`,
  breaks,
  ...(seenIn !== undefined && { seenIn }),
  mutant: { ...unchanged, moveRules: { without: guard } },
});

/** Mistakes where runners are moved between two events. */
export const wrongMoves: readonly Wrong[] = [
  without('an offer keeps a spot that is sellable', ['S1'], 5),
  without('a spot that is kept is looked at by its block', ['S1']),
  without('the late take only what is sellable', ['S1'], 5),
  without('an offer is taken once', ['C7'], 16),
  without('a try is decided once', ['S4', 'S6', 'C7'], 77),
  without('who moves is charged', ['S6']),
  without('who is not moved is let go', ['S4', 'S6'], 16),
  without('the former spot comes back', ['L2']),
  without('nothing is given back before it is taken', ['S4', 'S6', 'L3'], 878),
  without('differences go back first', ['S5', 'S6', 'L3'], 80),
  without('differences go on with the spot', ['S6'], 74),
  without('a difference that failed was not paid', ['S6'], 583),
  without('who is moved is told', ['L4']),
  without('each move has a mail of its own', ['L4']),
];
