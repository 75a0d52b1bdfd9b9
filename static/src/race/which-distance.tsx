import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { Trouble } from '../page/trouble';

/** Shown when the address does not name an event of the race. */
export const WhichDistance = ({ race }: { race: RaceMessage }) => (
  <Trouble title="Which distance?">
    <p>This address does not name a distance of {race.name}. Choose one on the page of the race.</p>
    <p>
      <a class="button" href={`/races/${race.id}`}>
        See the distances
      </a>
    </p>
  </Trouble>
);
