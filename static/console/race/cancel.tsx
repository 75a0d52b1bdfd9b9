import { useState } from 'preact/hooks';
import { count, money } from '../../src/page/money';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import { useOrdered } from '../http/data';
import { localTime } from '../page/instants';
import { Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Cancelled {
  readonly cancelledRace: {
    readonly currency: string;
    readonly registered: number;
    readonly refund: number;
    readonly held: number;
    readonly waiting: number;
    readonly offered: number;
    readonly isCancelled: boolean;
  };
}

interface Job {
  readonly id: string;
  readonly state: keyof typeof c.cancelRace.states;
  readonly refundPercent: number;
  readonly total: number;
  readonly left: number;
  readonly endedAt: string | null;
  readonly failures: readonly { readonly registrationId: string; readonly reason: 'settling' | 'disputed' | 'error' }[];
}

/** Cancels a race for good, and shows how far the job is that gives the money back. */
export const Cancel = ({ race, may }: RaceScreenProps) => {
  // The form stays after the race is cancelled, because it says what was done.
  const [isOffered] = useState(race.state !== 'cancelled');
  const data = useOrdered<{ readonly jobs: readonly Job[] }>(race.id, 'jobs', {}, 3);
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.cancel}</ScreenHeading>
      <Shown data={data} what={t.things.list}>
        {({ jobs }) => jobs.map((job) => <Progress key={job.id} raceId={race.id} job={job} />)}
      </Shown>
      {may.command('cancelRace') && isOffered && (
        <CommandForm<Cancelled>
          race={race}
          command="cancelRace"
          title={c.cancelRace.title}
          lead={c.cancelRace.lead}
          act={c.cancelRace.act}
          fields={[
            { name: 'refundPercent', label: c.cancelRace.percent, kind: 'whole', initial: '100' },
            { name: 'message', label: c.cancelRace.message, hint: c.cancelRace.messageHint, kind: 'lines' },
            { name: 'name', label: c.cancelRace.name, hint: c.cancelRace.nameHint(race.name), kind: 'text' },
          ]}
          says={({ cancelledRace: { currency, ...facts } }, isDone) => {
            const refund = money(facts.refund, currency);
            const did = () => c.cancelRaceDid(facts.registered, facts.refund, refund);
            return <p>{isDone && !facts.isCancelled ? did() : c.cancelRaceWould(facts, refund)}</p>;
          }}
        />
      )}
    </>
  );
};

const Progress = ({ raceId, job: { id, state, total, left, endedAt, failures } }: { raceId: string; job: Job }) => {
  const done = Math.max(0, total - left);
  const steer = { raceId, content: { jobId: id } };
  return (
    <section class="panel">
      <h2>{c.cancelRace.progress}</h2>
      <p role="status">
        {c.cancelRace.states[state]} {c.jobSays(count(done), count(total))}
        {endedAt !== null && ` ${t.asOf(localTime(Date.parse(endedAt)))}`}
      </p>
      <progress max={Math.max(1, total)} value={total === 0 ? 1 : done} aria-label={c.cancelRace.progress} />
      {failures.length > 0 && state !== 'done' && (
        <ul>
          {failures.map(({ registrationId, reason }) => (
            <li key={registrationId}>{c.jobFailure(registrationId, reason)}</li>
          ))}
        </ul>
      )}
      <p>
        <CommandButton
          {...steer}
          command="stopJob"
          isOffered={state === 'waiting' || state === 'running'}
          label={c.cancelRace.stop}
          title={c.cancelRace.stopTitle}
          act={c.cancelRace.stop}
          says={(_, isDone) => <p>{isDone ? c.cancelRace.stopDid : c.cancelRace.stopWould}</p>}
        />
        <CommandButton
          {...steer}
          command="resumeJob"
          isOffered={state === 'stopping' || state === 'stopped'}
          label={c.cancelRace.resume}
          title={c.cancelRace.resumeTitle}
          act={c.cancelRace.resume}
          says={(_, isDone) => <p>{isDone ? c.cancelRace.resumeDid : c.cancelRace.resumeWould}</p>}
        />
      </p>
    </section>
  );
};
