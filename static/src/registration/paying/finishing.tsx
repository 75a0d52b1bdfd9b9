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
}

const Detail = ({ stage, long }: FinishingProps) => {
  const time = useNow();
  const pause = stage.kind === 'standing-by' ? stage.pause : stage.kind === 'paying' ? stage.after : undefined;
  if (pause) {
    return (
      <div class="note">
        <p>{first.payPauses[pause]}</p>
        <p>{first.finishingRepeat}</p>
      </div>
    );
  }
  if (stage.kind !== 'waiting' && stage.kind !== 'polling') return <p>{first.finishingBank}</p>;
  if (stage.checking) return <p>{first.finishingChecking}</p>;
  const isLong = time - stage.since > longWaitSeconds * 1000;
  return (
    <>
      <p>{first.finishingOnItsWay}</p>
      {stage.pause && (
        <p class="note">
          {stage.pause === 'offline' ? first.finishingOffline : first.finishingBusy}
          {first.finishingSafe}
        </p>
      )}
      {isLong && !stage.pause && <p class="note">{long}</p>}
    </>
  );
};

/** From the pay button to the outcome. It is one screen, so that nothing moves while the runner waits. */
export const Finishing = ({ stage, long }: FinishingProps) => {
  const time = useNow();
  return (
    <section class="sheet notice-sheet">
      <Heading>{first.finishingTitle}</Heading>
      <div role="status">
        <Detail stage={stage} long={long} />
      </div>
      {stage.kind === 'standing-by' && <p>{t.nextTry(figures, clockFace(secondsUntil(stage.until, time)))}</p>}
      <progress class="wait" aria-label={t.finishingWaiting} />
      <p class="quiet">{first.finishingReload}</p>
    </section>
  );
};
