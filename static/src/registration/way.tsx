import type { RaceMessage } from '../../../lambdas/api/races';
import type { Registering } from '../flow/drive';
import type { Stage } from '../flow/stage';
import type { Step } from '../flow/steps';
import { inWords, Trouble } from '../page/trouble';
import { Asking, type AskingStage } from './asking';
import { Filling } from './filling';
import { Finishing } from './finishing';
import { Outcome } from './outcome';
import { Start } from './start';
import { TurnedAway } from './turned-away';

interface WayProps {
  readonly race: RaceMessage;
  readonly eventId: string;
  readonly registering: Registering;
  readonly wanted: string | undefined;
  readonly hrefOf: (step: Step) => string;
}

const expiredWords: Record<Extract<Stage, { kind: 'expired' }>['why'], string> = {
  'too-late': 'The time to register on this spot has run out, so it went back to the others.',
  'not-valid': 'Your hold belongs to another session of this browser, perhaps because its cookies were cleared.',
};

/** The screen for where the registration stands. */
export const Way = ({ race, eventId, registering, wanted, hrefOf }: WayProps) => {
  const { draft, stage } = registering.flow.value;
  const eventName = race.events.find(({ id }) => id === eventId)?.name ?? 'this race';
  const raceHref = `/races/${race.id}`;
  const ask = () => registering.ask(eventId);
  const asking = (at: AskingStage) => (
    <Asking
      stage={at}
      eventName={eventName}
      raceHref={raceHref}
      onStop={() => registering.tell({ kind: 'stopped' })}
      onNow={() => registering.tell({ kind: 'time-came' })}
    />
  );
  const anew = (keepTyped: boolean) => () => registering.beginAnew(eventId, keepTyped);

  switch (stage.kind) {
    case 'start':
      return <Start race={race} eventName={eventName} raceHref={raceHref} onAsk={ask} />;
    case 'turned-away':
      return (
        <TurnedAway stage={stage} eventName={eventName} raceHref={raceHref} timeZone={race.timeZone} onAsk={ask} />
      );
    case 'holding':
      return asking(stage);
    case 'standing-by':
      return stage.errand === 'hold' ? (
        asking(stage)
      ) : (
        <Finishing stage={stage} email={draft?.attempt?.runner.email ?? ''} />
      );
    case 'filling':
    case 'tokenising':
      return draft ? (
        <Filling
          registering={registering}
          draft={draft}
          notice={stage.kind === 'filling' ? stage.notice : undefined}
          isBusy={stage.kind === 'tokenising'}
          eventName={eventName}
          wanted={wanted}
          hrefOf={hrefOf}
        />
      ) : null;
    case 'paying':
    case 'waiting':
    case 'polling':
      return <Finishing stage={stage} email={draft?.attempt?.runner.email ?? ''} />;
    case 'settled':
      return draft?.outcome && draft.outcome.status !== 'processing' ? (
        <Outcome status={draft.outcome}>
          {draft.outcome.status === 'confirmed' || draft.outcome.status === 'duplicate' ? (
            <button type="button" class="button button-quiet" onClick={anew(false)}>
              Register somebody else
            </button>
          ) : (
            <button type="button" class="button" onClick={anew(true)}>
              Try for another spot
            </button>
          )}
          <a class="plain" href={raceHref}>
            Back to the race
          </a>
        </Outcome>
      ) : null;
    case 'expired':
      return (
        <Trouble title="Your hold has ended">
          <p>{expiredWords[stage.why]} You have not been charged.</p>
          <p>What you typed is kept. If a spot is free, one click holds it and you go on where you were.</p>
          <div class="actions">
            <button type="button" class="button" onClick={anew(true)}>
              Hold another spot
            </button>
            <a class="plain" href={raceHref}>
              Back to the race
            </a>
          </div>
        </Trouble>
      );
    case 'broken':
      return (
        <Trouble title="This did not work">
          <p>{inWords(stage.failure)}</p>
          <p>
            Everything you typed is kept. Trying again repeats the same registration, so it can neither count nor cost
            twice.
          </p>
          <div class="actions">
            {stage.errand === 'poll' ? (
              <a class="button" href="/registrations">
                Get the link by mail
              </a>
            ) : (
              <button type="button" class="button" onClick={() => registering.tell({ kind: 'time-came' })}>
                Try again
              </button>
            )}
            <a class="plain" href={raceHref}>
              Back to the race
            </a>
          </div>
        </Trouble>
      );
  }
};
