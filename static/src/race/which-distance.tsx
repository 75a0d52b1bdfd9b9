import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { ProblemScreen } from '../page/problem-screen';
import * as later from '../texts/later';

/** Shown when the address does not name an event of the race. */
export const WhichDistance = ({ race }: { race: RaceMessage }) => (
  <ProblemScreen title={later.whichTitle}>
    <p>{later.which(race.name)}</p>
    <p>
      <a class="button" href={`/races/${race.id}`}>
        {later.seeDistances}
      </a>
    </p>
  </ProblemScreen>
);
