import { NextActions } from '../../page/next-actions';
import { ProblemScreen } from '../../page/problem-screen';
import * as first from '../../texts/first';
import * as later from '../../texts/later';
import { TooFew } from './too-few';
import type { TurnedAwayProps, TurnedAwayStage } from './turned-away';

type Rarely = keyof typeof later.refusedTitles;
const isRarely = (why: TurnedAwayStage['why']): why is Rarely => why in later.refusedTitles;

/** What few people are refused for while spots sell out. */
export const RarelyRefused = ({ stage, race, event, people, raceHref, placeId, onAsk }: TurnedAwayProps) =>
  isRarely(stage.why) ? (
    <ProblemScreen title={later.refusedTitles[stage.why]}>
      <p>{later.refused[stage.why](event.name)}</p>
      <NextActions raceHref={raceHref}>
        {placeId !== undefined && (
          <a class="button" href={`/waiting-list/${placeId}`}>
            {first.seePlace}
          </a>
        )}
      </NextActions>
    </ProblemScreen>
  ) : (
    <TooFew {...{ event, raceHref, people, onAsk }} raceId={race.id} free={Math.max(1, stage.free ?? 1)} />
  );
