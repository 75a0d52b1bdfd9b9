import type { Stage } from '../../flow/stage';
import { Heading } from '../../page/heading';
import { figures } from '../../page/marks';
import { useNow } from '../../page/use-value';
import * as first from '../../texts/first';
import * as t from '../../texts/page';
import { clockFace, secondsUntil } from '../../time/duration';

type FinishingStage = Extract<Stage, { kind: 'paying' | 'standing-by' | 'waiting' | 'polling' }>;

const longWaitSeconds = 30;

interface FinishingProps {
  readonly stage: FinishingStage;
  /** What is said when it takes longer than usual. */
  readonly long: string;
  /** What is finished. Default: a registration. */
  readonly words?: typeof first.finishing;
}

const Detail = ({ stage, long, words }: Required<FinishingProps>) => {
  const time = useNow();
  const pause = stage.kind === 'standing-by' ? stage.pause : stage.kind === 'paying' ? stage.after : undefined;
  if (pause) {
    return (
      <div class="note">
        <p>{first.payPauses[pause]}</p>
        <p>{words.repeat}</p>
      </div>
    );
  }
  if (stage.kind !== 'waiting' && stage.kind !== 'polling') return <p>{first.finishingBank}</p>;
  if (stage.checking) return <p>{words.checking}</p>;
  const isLong = time - stage.since > longWaitSeconds * 1000;
  return (
    <>
      <p>{words.onItsWay}</p>
      {stage.pause && (
        <p class="note">
          {stage.pause === 'offline' ? first.finishingOffline : first.finishingBusy}
          {words.safe}
        </p>
      )}
      {isLong && !stage.pause && <p class="note">{long}</p>}
    </>
  );
};

/** From the pay button to the outcome. It is one screen, so that nothing moves while the runner waits. */
export const Finishing = ({ stage, long, words = first.finishing }: FinishingProps) => {
  const time = useNow();
  return (
    <section class="sheet notice-sheet">
      <Heading>{words.title}</Heading>
      <div role="status">
        <Detail {...{ stage, long, words }} />
      </div>
      {stage.kind === 'standing-by' && <p>{t.nextTry(figures, clockFace(secondsUntil(stage.until, time)))}</p>}
      <progress class="wait" aria-label={t.finishingWaiting} />
      <p class="quiet">{first.finishingReload}</p>
    </section>
  );
};
