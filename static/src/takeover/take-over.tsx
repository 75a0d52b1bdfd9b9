import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { today } from '../flow/controller';
import { readRunner } from '../flow/runner';
import { Heading } from '../page/heading';
import { NextActions } from '../page/next-actions';
import { Loading, Trouble } from '../page/trouble';
import { useLoaded } from '../page/use-loaded';
import { readSeenRace } from '../race/read-race';
import { RunnerForm } from '../registration/form/runner-form';
import { WaiverForm } from '../registration/form/waiver-form';
import { Bib } from '../registration/outcome/confirmation';
import { writeInstant } from '../time/dates';
import { now } from '../time/ticker';
import { type OfferedTransfer, useTakingOver } from './use-taking-over';

interface TakeOverProps {
  readonly offer: OfferedTransfer;
  readonly token: string;
  readonly wanted: string | undefined;
}

const endedTitles = {
  'transfer-gone': 'This spot is no longer offered',
  'change-too-late': 'It is too late to take over this spot',
  'already-registered': 'This runner is registered already',
} as const;

const endedWords = {
  'transfer-gone': 'It was taken back, given back to the race, or somebody else was faster. Ask who wrote to you.',
  'change-too-late': 'The time in which spots can be passed on is over. The organiser may still help you.',
  'already-registered':
    'Everybody runs once, and this runner has a spot in the race already. Look at the answers again if they are somebody else’s.',
} as const;

/** Takes over a spot: the form, the waiver and the result. */
export const TakeOver = ({ offer, token, wanted }: TakeOverProps) => {
  const { registrationId, raceId, raceName, eventName, endsAt, from } = offer;
  const { route } = useLocation();
  const { taking, waiver, dispatch } = useTakingOver(offer, token);
  const race = useLoaded(raceId, () => readSeenRace(raceId));
  const { draft, stage } = taking;
  const raceHref = `/races/${raceId}`;
  const href = `/transfers/${registrationId}`;
  const day = today(now.peek());
  const read = readRunner(draft.typed, day);
  const step = wanted === 'waiver' && read.kind === 'runner' ? 'waiver' : 'runner';
  const faults = stage.kind === 'filling' ? stage.faults : undefined;

  useEffect(() => {
    if (stage.kind === 'filling' && wanted === 'waiver' && step === 'runner') route(href, true);
  }, [wanted, step]);
  useEffect(() => {
    if (faults) route(href);
  }, [faults]);

  if (stage.kind === 'accepted') {
    const { number, runner } = stage;
    return (
      <section key="accepted" class="sheet confirmation">
        <Heading>The spot is yours</Heading>
        <Bib {...{ raceName, eventName, number, runner }} />
        <p>
          A confirmation is on its way to <b>{runner.email}</b>. Its link opens this registration at any time.
        </p>
        <NextActions raceHref={raceHref}>
          <a class="button" href={`/registrations/${registrationId}`}>
            Open your registration
          </a>
        </NextActions>
      </section>
    );
  }
  const isOver = stage.kind === 'filling' && now.value >= Date.parse(endsAt);
  if (stage.kind === 'ended' || isOver) {
    const why = stage.kind === 'ended' ? stage.why : 'change-too-late';
    return (
      <Trouble key={why} title={endedTitles[why]}>
        <p>{endedWords[why]}</p>
        <NextActions raceHref={raceHref}>
          {why === 'already-registered' && (
            <button
              type="button"
              class="button"
              onClick={() => {
                dispatch({ kind: 'went-back' });
                route(href, true);
              }}
            >
              Look at the answers again
            </button>
          )}
        </NextActions>
      </Trouble>
    );
  }
  if (stage.kind === 'reading-again') return <Loading what="the waiver" />;
  if (step === 'waiver' && read.kind === 'runner') {
    return (
      <WaiverForm
        key="waiver"
        waiver={waiver}
        isAccepted={draft.accepted === waiver.hash}
        hasChanged={stage.kind === 'filling' && stage.hasNewWaiver === true}
        changedWords="The race changed its waiver after you read it. Please read this version. The spot is still offered to you."
        doneWords="Take over the spot"
        busyWords={stage.kind === 'sending' ? 'Taking it over…' : undefined}
        failure={stage.kind === 'filling' ? stage.failure : undefined}
        onAnswer={(accepted) => dispatch({ kind: 'waiver-answered', hash: waiver.hash, accepted })}
        onBack={() => route(href)}
        onDone={() => dispatch({ kind: 'sent', runner: read.runner, waiverHash: waiver.hash })}
      />
    );
  }
  return (
    <RunnerForm
      key="runner"
      title="A spot is offered to you"
      lead={
        <div class="offered-spot">
          <p class="lead">
            {from} passes on a spot in <b>{eventName}</b> at {raceName}. You pay nothing here: what you owe them is
            between the two of you.
          </p>
          {race.kind === 'ok' && (
            <p>
              You can take it until <b>{writeInstant(endsAt, race.value.timeZone).there}</b>.
            </p>
          )}
          <h2>Who will run?</h2>
        </div>
      }
      typed={draft.typed}
      read={read}
      faults={faults ?? {}}
      onType={(field, text) => dispatch({ kind: 'typed', field, text })}
      onClear={() => dispatch({ kind: 'cleared' })}
      onDone={() => route(`${href}?step=waiver`)}
    />
  );
};
