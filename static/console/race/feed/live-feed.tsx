import { useState } from 'preact/hooks';
import type { FeedMessageRead } from '../../../../lambdas/api/messages/race-day/feed';
import { raceTime } from '../../../src/feed/feed-words';
import { whenThere } from '../../../src/time/time-there';
import { CommandButton } from '../../commands/command-button';
import { CommandForm } from '../../commands/command-form';
import { useOrdered } from '../../http/data';
import { Choice } from '../../page/field';
import { newId } from '../../page/new-id';
import { Table } from '../../page/table';
import { Dialog, Shown } from '../../page/words';
import * as page from '../../texts/en';
import * as t from '../../texts/feed';
import { Nothing } from '../list';
import type { RaceScreenProps } from '../race-screen';
import { ScreenHeading } from '../screen-heading';
import { Composer } from './feed-composer';
import { toldIn } from './told-meanwhile';

interface Viewers {
  readonly about: number;
  readonly from: number;
  readonly to: number;
}
interface Listed extends FeedMessageRead {
  /** Its last correction. */
  readonly corrected?: { readonly number: number; readonly body: Said };
}
type Said = Readonly<Record<string, unknown>>;
interface Feed {
  readonly state: keyof typeof t.states;
  readonly head: number;
  readonly messages: readonly Listed[];
  readonly pollAfter: number;
  readonly viewers: Viewers | null;
}

interface Published {
  readonly publishedFeed: { readonly messages: readonly { readonly number: number }[] };
}

const lookSeconds = 10;

/** The live feed of a race: begin and end it, tell what happens, and put right what was told. */
export const LiveFeed = ({ race, may }: RaceScreenProps) => {
  const data = useOrdered<{ readonly feed: Feed | null }>(race.id, 'feed', {}, lookSeconds);
  return (
    <>
      <ScreenHeading race={race}>{t.title}</ScreenHeading>
      <Shown data={data} what={page.things.list}>
        {({ feed }) => (
          <>
            {feed ? <Standing feed={feed} /> : <Nothing {...t} />}
            {feed?.state === 'live' && <Composer race={race} head={feed.head} />}
            {feed && feed.head > 0 && <Messages race={race} may={may} />}
          </>
        )}
      </Shown>
      {may.command('changeFeed') && <ChangeFeed race={race} feed={data.kind === 'ok' ? data.value.feed : null} />}
    </>
  );
};

const Standing = ({ feed: { state, head, viewers, pollAfter } }: { feed: Feed }) => (
  <section class="panel">
    <p>
      {t.states[state]} {t.standing(head)}
    </p>
    <p>
      {viewers ? t.viewers(viewers.from, viewers.to) : t.nobodyCounted}{' '}
      {viewers && viewers.to >= 50 && t.requests(Math.ceil(viewers.about / pollAfter), pollAfter)}
    </p>
  </section>
);

/** What a director wants most likely: to begin what is planned. Otherwise it stays, and only what the crowd may cost is changed. */
const likely = { planned: 'live', live: 'live', ended: 'ended' } as const;

const ChangeFeed = ({ race, feed }: Pick<RaceScreenProps, 'race'> & { feed: Feed | null }) => (
  <CommandForm<{ readonly changedFeed: { readonly state: string; readonly isNew: boolean } }>
    race={race}
    command="changeFeed"
    title={t.change.title}
    lead={t.change.lead}
    act={t.change.act}
    fields={[
      {
        name: 'state',
        label: t.change.state,
        kind: 'choice',
        choices: t.change.choices,
        initial: feed ? likely[feed.state] : 'planned',
      },
      {
        name: 'allowedPerSecond',
        label: t.change.allowed,
        hint: t.change.allowedHint,
        kind: 'whole',
        isOptional: true,
      },
    ]}
    says={({ changedFeed: { state, isNew } }, isDone) => (
      <p>{isDone ? t.changeDid(state) : t.changeWould(state, isNew)}</p>
    )}
  />
);

/** What a message says, on one line. */
const briefly = ({ kind, body, of }: FeedMessageRead): string => {
  if (!body) return t.gone;
  const { text, bib, point, list, ms, leaders, reason, set } = body as Said;
  const bibs = Array.isArray(leaders) ? leaders.map((one) => one.bib) : [bib];
  const parts = [
    t.kindOf(kind, of),
    list ?? set,
    ...bibs.map((one) => one !== undefined && t.bibOf(one)),
    point,
    typeof ms === 'number' && raceTime(ms),
    text ?? reason,
  ];
  return parts.filter(Boolean).join(' · ');
};

const isCorrectable = ({ kind, body }: FeedMessageRead) => body !== null && (kind === 'comment' || kind === 'notice');
const canGoBack = ({ kind, body }: FeedMessageRead) =>
  body !== null && ['comment', 'notice', 'split', 'positions'].includes(kind);

/** A page has as many messages as the server answers at once. */
const pageSize = 10;

/** What was told, ten by ten. A timer tells more in a minute than anybody reads, so what people wrote can be listed alone. */
const Messages = ({ race, may }: Pick<RaceScreenProps, 'race' | 'may'>) => {
  const [areTexts, setTexts] = useState(false);
  const [before, setBefore] = useState<number>();
  const which = { ...(areTexts && { texts: true }), ...(before !== undefined && { before }) };
  const data = useOrdered<{ readonly feed: Feed | null }>(race.id, 'feed', which, lookSeconds);
  const messages = (data.kind === 'ok' && data.value.feed?.messages) || [];
  const [oldest] = messages;
  const hasOlder = messages.length === pageSize && oldest !== undefined && oldest.number > 1;
  return (
    <>
      <div class="filters">
        <Choice
          id="feed-which"
          label={t.which}
          value={areTexts ? 'texts' : 'all'}
          choices={t.whichOfThem}
          onChange={(chosen) => {
            setTexts(chosen === 'texts');
            setBefore(undefined);
          }}
        />
      </div>
      <Shown data={data} what={page.things.list}>
        {() => (messages.length > 0 ? <List {...{ race, may, messages }} /> : <p class="quiet">{t.noneOfThem}</p>)}
      </Shown>
      <div class="actions">
        <button
          type="button"
          class="button button-quiet"
          aria-disabled={!hasOlder}
          onClick={() => hasOlder && setBefore(oldest.number)}
        >
          {t.older}
        </button>
        {before !== undefined && (
          <button type="button" class="plain" onClick={() => setBefore(undefined)}>
            {t.newest}
          </button>
        )}
      </div>
    </>
  );
};

interface ListProps extends Pick<RaceScreenProps, 'race' | 'may'> {
  readonly messages: readonly Listed[];
}

const List = ({ race, may, messages }: ListProps) => (
  <Table
    caption={t.last}
    columns={t.columns}
    rows={[...messages].reverse().map((message) => ({
      key: String(message.number),
      cells: {
        number: String(message.number),
        at: whenThere(message.at, race.timeZone),
        what: <span dir="auto">{briefly(message)}</span>,
        actions: (
          <span class="row-actions">
            {isCorrectable(message) && <Correct race={race} message={message} />}
            {canGoBack(message) && <Withdraw race={race} number={message.number} />}
            {may.command('redactFeed') && message.body !== null && <Redact race={race} number={message.number} />}
          </span>
        ),
      },
    }))}
  />
);

interface CorrectProps extends Pick<RaceScreenProps, 'race'> {
  readonly message: Listed;
}

const Correct = ({ race, message: { number, kind, body, corrected } }: CorrectProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="plain small" aria-label={t.correctOf(number)} onClick={() => setOpen(true)}>
        {t.correct}
      </button>
      {isOpen && (
        <Dialog title={t.correctOf(number)} onClose={() => setOpen(false)}>
          <Correction
            race={race}
            number={number}
            seen={corrected?.number ?? number}
            said={{ ...body, ...corrected?.body, kind }}
          />
          <button type="button" class="plain" onClick={() => setOpen(false)}>
            {page.close}
          </button>
        </Dialog>
      )}
    </>
  );
};

interface CorrectionProps extends Pick<RaceScreenProps, 'race'> {
  readonly number: number;
  /** What the message says, and the number under which it says so. Later ones are read again while this is open, and not seen by who types. */
  readonly said: Said;
  readonly seen: number;
}

const Correction = ({ race, number, ...now }: CorrectionProps) => {
  const [{ said, seen }, setBefore] = useState(now);
  return (
    <CommandForm<Published>
      race={race}
      command="publishFeed"
      title={t.correctText}
      act={t.correctAct}
      // Each correction is a message of its own. The one that was looked at keeps its id when it is sent again.
      content={({ text }, refusal) => ({
        seen: toldIn(refusal)?.number ?? seen,
        messages: [{ id: newId(), kind: 'correction', of: number, body: { ...said, text } }],
      })}
      fields={[{ name: 'text', label: t.text, kind: 'text', initial: String(said.text ?? '') }]}
      onGoOn={() => setBefore(now)}
      says={(answer, isDone) => <p>{isDone ? didAs(answer) : t.correctWould}</p>}
    />
  );
};

const didAs = ({ publishedFeed: { messages } }: Published) => t.did(messages[0]?.number ?? 0);

const Withdraw = ({ race, number }: Pick<RaceScreenProps, 'race'> & { number: number }) => {
  const [id] = useState(newId);
  return (
    <CommandButton<Published>
      raceId={race.id}
      command="publishFeed"
      content={{ messages: [{ id, kind: 'withdrawal', of: number }] }}
      label={t.withdraw}
      title={t.withdrawOf(number)}
      act={t.withdraw}
      says={(answer, isDone) => <p>{isDone ? didAs(answer) : t.withdrawWould}</p>}
    />
  );
};

const Redact = ({ race, number }: Pick<RaceScreenProps, 'race'> & { number: number }) => (
  <CommandButton<{ readonly redactedFeed: { readonly numbers: readonly number[] } }>
    raceId={race.id}
    command="redactFeed"
    content={{ numbers: [number], reason: t.redactReason }}
    label={t.redact}
    title={t.redactOf(number)}
    act={t.redact}
    says={({ redactedFeed: { numbers } }, isDone) => <p>{isDone ? t.redacted : t.redactWould(numbers)}</p>}
  />
);
