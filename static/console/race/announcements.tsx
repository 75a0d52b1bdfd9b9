import { count } from '../../src/page/money';
import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import type { Values } from '../commands/fields';
import { useOrdered } from '../http/data';
import { newId } from '../page/new-id';
import { Shown } from '../page/words';
import { readWanted } from '../participants/wanted';
import * as a from '../texts/announcements';
import * as t from '../texts/en';
import * as p from '../texts/participants';
import { List } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Listed {
  readonly announcementId: string;
  readonly subject: string;
  readonly isService: boolean;
  readonly eventId: string | null;
  readonly payment: string | null;
  readonly people: string;
  readonly isUnreached: boolean;
  readonly isBibUntold: boolean;
  readonly isSearched: boolean;
  readonly state: keyof typeof a.states;
  readonly waits: keyof typeof a.waits | null;
  readonly mails: number;
  readonly ordered: number;
  readonly optedOut: number;
  readonly unreachable: number;
  readonly madeAt: string;
}

interface Sent {
  readonly sentAnnouncement: a.Reach;
}

/** Mails to all registered runners of a race: write one, see whom it reaches, test it, send it, and stop it. */
export const Announcements = ({ race }: RaceScreenProps) => {
  // The list of participants leads here with its filters.
  const { event, state, payment, mail } = readWanted();
  const draft = mail === 'bib-untold' ? a.aboutBibs : undefined;
  const data = useOrdered<{ readonly announcements: readonly Listed[] }>(race.id, 'announcements', {}, 3);
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.announcements}</ScreenHeading>
      <Shown data={data} what={t.things.list}>
        {({ announcements }) => (
          <List
            texts={a}
            caption={a.listTitle}
            columns={a.columns}
            rows={announcements.map((one) => ({ key: one.announcementId, cells: cellsOf(one, race) }))}
          />
        )}
      </Shown>
      <CommandForm<Sent>
        race={race}
        command="sendAnnouncement"
        title={a.write}
        lead={a.lead}
        act={a.act}
        content={(values) => ({ announcementId: newId(), ...values })}
        fields={[
          { name: 'subject', label: a.subject, kind: 'text', initial: draft?.subject ?? '' },
          { name: 'body', label: a.body, hint: a.bodyHint, kind: 'lines', initial: draft?.body ?? '' },
          {
            name: 'eventId',
            label: a.event,
            kind: 'choice',
            isOptional: true,
            choices: [['', a.allEvents], ...race.events.map(({ id, name }) => [id, name] as const)],
            initial: event,
          },
          {
            name: 'state',
            label: p.filters.state,
            kind: 'choice',
            choices: Object.entries(p.states),
            initial: state || 'registered',
          },
          {
            name: 'payment',
            label: a.payment,
            kind: 'choice',
            isOptional: true,
            choices: [['', p.any], ...Object.entries(p.payments)],
            initial: payment,
          },
          {
            name: 'mail',
            label: p.filters.mail,
            kind: 'choice',
            isOptional: true,
            choices: [['', p.any], ...Object.entries(p.mails)],
            initial: mail,
          },
          { name: 'q', label: p.searchLabel, hint: a.searchHint, kind: 'text', isOptional: true },
          { name: 'isService', label: a.isService, kind: 'yes', initial: draft ? 'yes' : '' },
        ]}
        says={({ sentAnnouncement: reach }, isDone, content) => (
          <>
            <p>{isDone ? a.did(reach.mails) : a.would(reach)}</p>
            {!isDone && content && <Try raceId={race.id} content={content as Values} />}
          </>
        )}
      />
    </>
  );
};

const cellsOf = (one: Listed, race: RaceScreenProps['race']) => {
  const { announcementId, subject, isService, eventId, payment, people, state, waits, madeAt } = one;
  const event = race.events.find(({ id }) => id === eventId)?.name ?? a.allEvents;
  const steer = { raceId: race.id, content: { announcementId } };
  return {
    subject,
    to: [
      event,
      ...(people === 'registered' ? [] : [p.states[people] ?? people]),
      ...(payment === null ? [] : [p.payments[payment] ?? payment]),
      ...(one.isUnreached ? [p.mails.unreached] : []),
      ...(one.isBibUntold ? [p.mails['bib-untold']] : []),
      ...(one.isSearched ? [a.searched] : []),
      ...(isService ? [a.service] : []),
    ].join(', '),
    state: (
      <>
        {state !== 'stopped' && waits !== null ? a.waits[waits] : a.states[state]}
        {state !== 'done' && (
          <progress max={Math.max(1, one.mails)} value={one.ordered} aria-label={a.progressOf(subject)} />
        )}
      </>
    ),
    mails: `${count(one.ordered)} / ${count(one.mails)}`,
    out: count(one.optedOut + one.unreachable),
    made: shortInstant(madeAt, race.timeZone),
    actions: (
      <div class="row-actions">
        <CommandButton
          {...steer}
          command="stopAnnouncement"
          isOffered={state === 'sending'}
          label={a.stop}
          title={a.stopOf(subject)}
          act={a.stop}
          says={(_, isDone) => <p>{isDone ? a.stopDid : a.stopWould}</p>}
        />
        <CommandButton
          {...steer}
          command="resumeAnnouncement"
          isOffered={state === 'stopped'}
          label={a.resume}
          title={a.resumeOf(subject)}
          act={a.resume}
          says={(_, isDone) => <p>{isDone ? a.resumeDid : a.resumeWould}</p>}
        />
      </div>
    ),
  };
};

interface Previewed {
  readonly previewedAnnouncement: { readonly samples: readonly { readonly subject: string; readonly text: string }[] };
}

interface Tested {
  readonly testedAnnouncement: { readonly to: string };
}

/** The mail as three runners would get it, and a test to oneself. */
const Try = ({ raceId, content }: { raceId: string; content: Values }) => {
  const { announcementId: _, ...wished } = content;
  const { raceId: __, subject, body, isService } = wished;
  const text = { subject, body, isService };
  const data = useOrdered<Previewed>(raceId, 'previewAnnouncement', wished);
  return (
    <>
      <p>
        <CommandButton<Tested>
          raceId={raceId}
          command="testAnnouncement"
          content={text}
          isButton
          label={a.test}
          title={a.testTitle}
          act={a.test}
          says={({ testedAnnouncement: { to } }, isDone) => <p>{isDone ? a.testDid(to) : a.testWould(to)}</p>}
        />
      </p>
      <Shown data={data} what={a.samples}>
        {({ previewedAnnouncement: { samples } }) =>
          samples.map((sample, n) => (
            <details key={sample.text} open={n === 0}>
              <summary>{sample.subject}</summary>
              <pre class="mail-sample">{sample.text}</pre>
            </details>
          ))
        }
      </Shown>
    </>
  );
};
