import { useState } from 'preact/hooks';
import type { Failure } from '../../http/ask';
import { at, call } from '../../http/call';
import { changed } from '../../http/data';
import { Choice, Field, Labelled } from '../../page/field';
import { newId } from '../../page/new-id';
import { FailureNote, Note } from '../../page/words';
import * as t from '../../texts/feed';
import type { RaceScreenProps } from '../race-screen';
import { bibIn, draftOf, nothingTyped, type Typed, type Wrong, withoutSent } from './feed-draft';
import { useNameOf } from './feed-name';
import { toldIn } from './told-meanwhile';

const longest = 500;
const labels = { bib: t.bib, point: t.point, time: t.time, list: t.list };

interface Published {
  readonly publishedFeed: {
    readonly messages: readonly { readonly number: number }[];
    readonly head: number;
    readonly viewers: { readonly from: number; readonly to: number } | null;
  };
}

interface Sending {
  /** Of the message and of the order: sent again, it is the same message with the same number. */
  readonly id: string;
  readonly message: object;
  /** From which it was made. */
  readonly typed: Typed;
  /** What was told later is not replaced unseen. */
  readonly seen: number;
  readonly state: 'sending' | 'uncertain';
}

/** Tells one message, with one press. What was not answered is sent again as the same message. */
export const Composer = ({ race, head }: Pick<RaceScreenProps, 'race'> & { readonly head: number }) => {
  const [typed, setTyped] = useState<Typed>(nothingTyped);
  const [wrong, setWrong] = useState<Wrong>({});
  const [sending, setSending] = useState<Sending>();
  const [sent, setSent] = useState<Published['publishedFeed']>();
  const [failure, setFailure] = useState<Failure>();
  /** The last message that was there when they began to type, or that a refusal has shown. */
  const [seen, setSeen] = useState<number>();
  const known = Math.max(head, sent?.head ?? 0);
  const type = (name: keyof Typed) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setSeen((before) => before ?? known);
  };
  const name = useNameOf(race.id, typed.kind === 'split' ? bibIn(typed.bib) : undefined);

  const send = async (one: Omit<Sending, 'state'>) => {
    const { id, message } = one;
    setSending({ ...one, state: 'sending' });
    setFailure(undefined);
    const order = { command: 'publishFeed', content: { messages: [{ id, ...message }], seen: one.seen } };
    const answer = await call<Published>({
      method: 'POST',
      url: at`/races/${race.id}/commands/${order.command}`,
      body: order.content,
      key: newId(),
    });
    if (answer.kind === 'ok') {
      setSent(answer.value.publishedFeed);
      setSending(undefined);
      setTyped((now) => withoutSent(now, one.typed));
      setSeen(undefined);
      changed(at`/races/${race.id}/commands/feed`);
    } else {
      setFailure(answer);
      setSending(answer.kind === 'problem' ? undefined : { ...one, state: 'uncertain' });
      setSeen(toldIn(answer)?.number ?? one.seen);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (sending?.state === 'sending') return;
    if (sending) return void send(sending);
    const draft = draftOf(typed);
    setWrong('wrong' in draft ? draft.wrong : {});
    if ('message' in draft) void send({ id: newId(), message: draft.message, typed, seen: seen ?? known });
    else document.getElementById(`feed-${Object.keys(draft.wrong)[0]}`)?.focus();
  };
  const line = (field: 'bib' | 'point' | 'time' | 'list', hint?: string) => (
    <Field
      id={`feed-${field}`}
      label={labels[field]}
      {...(hint !== undefined && { hint })}
      error={wrong[field]}
      input={{
        autoComplete: 'off',
        inputMode: field === 'bib' ? 'numeric' : 'text',
        value: typed[field],
        onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => type(field)(currentTarget.value),
      }}
    />
  );
  const isText = typed.kind !== 'split' && typed.kind !== 'positions';
  return (
    <section class="panel" aria-labelledby="feed-compose">
      <h2 id="feed-compose">{t.compose}</h2>
      <form noValidate onSubmit={submit}>
        <Choice id="feed-kind" label={t.kind} value={typed.kind} choices={t.kinds} onChange={type('kind')} />
        {isText && (
          <Labelled id="feed-text" label={t.text} hint={t.textHint(longest - typed.text.length)} error={wrong.text}>
            <textarea
              id="feed-text"
              rows={3}
              maxLength={longest}
              value={typed.text}
              aria-describedby="feed-text-hint"
              onInput={({ currentTarget }) => type('text')(currentTarget.value)}
            />
          </Labelled>
        )}
        {typed.kind === 'split' && line('bib')}
        {name !== undefined && <p class="hint">{name === null ? t.nobodyHas : t.whoHas(name)}</p>}
        {typed.kind === 'positions' && line('list', t.listHint)}
        {!isText && line('point', t.pointHint)}
        {typed.kind === 'split' && line('time', t.timeHint)}
        {typed.kind === 'positions' && (
          <Labelled id="feed-leaders" label={t.leaders} hint={t.leadersHint} error={wrong.leaders}>
            <textarea
              id="feed-leaders"
              rows={5}
              value={typed.leaders}
              aria-describedby="feed-leaders-hint"
              onInput={({ currentTarget }) => type('leaders')(currentTarget.value)}
            />
          </Labelled>
        )}
        <FailureNote failure={failure} />
        {sending?.state === 'uncertain' && <p class="note">{t.notPublished}</p>}
        <button type="submit" class="button" aria-disabled={sending?.state === 'sending'}>
          {sending?.state === 'sending' ? t.sending : sending ? t.again : toldIn(failure) ? t.sendAllTheSame : t.send}
        </button>
      </form>
      <Note kind="good">
        {sent && (
          <p>
            {t.sent(sent.messages[0]?.number ?? 0)}{' '}
            {sent.viewers ? t.viewers(sent.viewers.from, sent.viewers.to) : t.nobodyCounted}
          </p>
        )}
      </Note>
    </section>
  );
};
