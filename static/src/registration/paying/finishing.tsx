import type { Stage } from '../../flow/stage';
import { Heading } from '../../page/heading';
import { clockFace, secondsUntil } from '../../time/duration';
import { now } from '../../time/ticker';

type FinishingStage = Extract<Stage, { kind: 'paying' | 'standing-by' | 'waiting' | 'polling' }>;

const longWaitSeconds = 30;

const pauseWords = {
  offline: 'The connection broke before an answer came.',
  busy: 'There was no room for your request just now.',
  unknown: 'The payment processor did not answer in time, so we do not know yet whether your card was authorised.',
  trouble: 'Something broke on our side before an answer came.',
  'all-held': '',
  crowded: '',
} as const;

const Detail = ({ stage, email }: { stage: FinishingStage; email: string }) => {
  const pause = stage.kind === 'standing-by' ? stage.pause : stage.kind === 'paying' ? stage.after : undefined;
  if (pause) {
    return (
      <div class="note">
        <p>{pauseWords[pause]}</p>
        <p>
          We repeat exactly the same request, by itself. It carries the number of this one registration, so however
          often it arrives, you are registered once and charged once. Please do not pay in another window.
        </p>
      </div>
    );
  }
  if (stage.kind !== 'waiting' && stage.kind !== 'polling')
    return <p>We are asking your bank. This takes a few seconds.</p>;
  if (stage.checking)
    return (
      <p>
        Your hold has run out while we were waiting for an answer. We are checking whether your registration arrived in
        time.
      </p>
    );
  const isLong = now.value - stage.since > longWaitSeconds * 1000;
  return (
    <>
      <p>
        Your card is authorised and your registration is on its way into the start list. It is charged only when you are
        in.
      </p>
      {stage.trouble && (
        <p class="note">
          {stage.trouble === 'offline' ? 'The connection is broken at the moment.' : 'Many people are asking at once.'}{' '}
          Your registration is safe with us; we keep asking for news.
        </p>
      )}
      {isLong && !stage.trouble && (
        <p class="note">
          This takes longer than usual. You may close this page: {email ? `we write to ${email}` : 'we write to you'} as
          soon as it is decided.
        </p>
      )}
    </>
  );
};

/** From the pay button to the outcome. It is one screen, so that nothing moves while the runner waits. */
export const Finishing = ({ stage, email }: { stage: FinishingStage; email: string }) => (
  <section class="sheet notice-sheet">
    <Heading>Finishing your registration</Heading>
    <div role="status">
      <Detail stage={stage} email={email} />
    </div>
    {stage.kind === 'standing-by' && (
      <p>
        Next try in <b class="figures">{clockFace(secondsUntil(stage.until, now.value))}</b>
      </p>
    )}
    <progress class="wait" aria-label="Waiting for the outcome" />
    <p class="quiet">You can reload this page at any time; it goes on where it was.</p>
  </section>
);
