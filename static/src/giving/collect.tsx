import { useState } from 'preact/hooks';
import type { OwnFundraiserMessage } from '../../../lambdas/api/messages/form/fundraisers';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import formSheet from '../../style/entry.css';
import sheet from '../../style/giving.css';
import { amountIn, amountText } from '../entry/amounts';
import { AmountField, SelectField } from '../entry/boxes';
import { ErrorSummary } from '../form/error-summary';
import { described, Field, FieldError } from '../form/field';
import { Heading } from '../page/heading';
import { LoadFailed, Loading, NotFound } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { SendingNote, useSending } from '../page/use-sending';
import * as changeTexts from '../texts/changes';
import * as words from '../texts/giving';
import * as t from '../texts/page';
import { type CollectingForm, fundraiserApi } from './fundraiser-api';
import { Raised } from './raised';

interface CollectProps {
  readonly race: RaceMessage;
  readonly registrationId: string;
  readonly token: string;
  readonly stayHref: string;
}

const maxTitle = 80;
const maxStory = 2000;

interface EditProps extends CollectProps {
  readonly form: CollectingForm;
  readonly before: OwnFundraiserMessage | undefined;
}

const Edit = ({ race, registrationId, token, stayHref, form, before }: EditProps) => {
  const causes = form.causes ?? [];
  const [own, setOwn] = useState(before);
  const [cause, setCause] = useState(own?.cause ?? causes[0]?.id ?? '');
  const [title, setTitle] = useState(own?.title ?? '');
  const [story, setStory] = useState(own?.story ?? '');
  const [target, setTarget] = useState(own?.target === undefined ? '' : amountText(own.target, race.currency));
  const [isOpen, setOpen] = useState(own?.isOpen ?? true);
  const [round, setRound] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const { sending, send } = useSending();
  const isSending = sending.kind === 'sending';
  const amount = target.trim() === '' ? undefined : amountIn(target, race.currency);
  const found: Partial<Record<keyof typeof words.collectMissing, string>> = {
    ...((title.trim() === '' || title.trim().length > maxTitle) && { title: words.collectMissing.title }),
    ...((story.trim() === '' || story.trim().length > maxStory) && { story: words.collectMissing.story }),
    ...(target.trim() !== '' && !amount && { target: words.collectMissing.target }),
  };
  const shown = round > 0 ? found : {};
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setSaved(false);
      set(value);
    };
  const submit = (event: Event) => {
    event.preventDefault();
    if (Object.keys(found).length > 0) return setRound(round + 1);
    void send(
      () =>
        fundraiserApi.save(registrationId, token, {
          cause,
          title: title.trim(),
          story: story.trim(),
          ...(amount && { target: amount }),
          isOpen,
        }),
      (saved) => {
        setOwn(saved);
        setSaved(true);
        setRound(0);
      },
    );
  };
  return (
    <form class="sheet" noValidate onSubmit={submit}>
      <Heading>{own ? words.collectEdit : words.collectTitle}</Heading>
      <p class="lead">{words.collectLead}</p>
      {own?.isHidden && <p class="note note-bad">{words.collectHidden}</p>}
      {own && <Raised {...own} currency={race.currency} />}
      <ErrorSummary
        lines={Object.entries(shown).map(([to, message]) => ({ to: `collect-${to}`, message }))}
        round={round}
      />
      {!own && causes.length > 1 && (
        <SelectField
          id="collect-cause"
          label={words.collectCause}
          value={cause}
          options={causes.map(({ id, label }) => ({ id, name: label[t.locale] ?? label[form.language] ?? id }))}
          onChoose={setCause}
        />
      )}
      <Field
        id="collect-title"
        label={words.collectName}
        hint={words.collectNameHint}
        error={shown.title}
        input={{
          value: title,
          autoComplete: 'off',
          onInput: ({ currentTarget: { value } }) => changed(setTitle)(value),
        }}
      />
      <div class="field" data-wrong={shown.story ? '' : undefined}>
        <label for="collect-story">{words.collectStory}</label>
        <p class="hint" id="collect-story-hint">
          {words.collectStoryHint}
        </p>
        {shown.story && <FieldError id="collect-story">{shown.story}</FieldError>}
        <textarea
          id="collect-story"
          rows={8}
          value={story}
          aria-invalid={shown.story ? true : undefined}
          aria-describedby={described('collect-story', true, shown.story)}
          onInput={({ currentTarget: { value } }) => changed(setStory)(value)}
        />
      </div>
      <AmountField
        id="collect-target"
        label={words.collectTarget(race.currency)}
        text={target}
        error={shown.target}
        onType={changed(setTarget)}
      />
      {own && (
        <div class="field">
          <label class="choice choice-wide" for="collect-open">
            <input
              type="checkbox"
              id="collect-open"
              checked={isOpen}
              aria-describedby="collect-open-hint"
              onChange={({ currentTarget: { checked } }) => changed(setOpen)(checked)}
            />
            {words.collectOpen}
          </label>
          <p class="hint" id="collect-open-hint">
            {words.collectOpenHint}
          </p>
        </div>
      )}
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <div role="status">{isSaved && <p class="note">{words.collectSaved}</p>}</div>
      <div class="actions">
        <button type="submit" class="button" aria-disabled={isSending}>
          {isSending ? t.sending : words.collectSave}
        </button>
        {own && !own.isHidden && (
          <a class="button button-quiet" href={`/races/${race.id}/fundraisers/${own.slug}`}>
            {words.collectSee}
          </a>
        )}
        <a class="plain" href={stayHref}>
          {changeTexts.backToMine}
        </a>
      </div>
    </form>
  );
};

/** Makes a page that collects, changes it, and closes it. */
export const Collect = (props: CollectProps) => {
  const { race, registrationId, token } = props;
  const loaded = useLoaded(registrationId, async () => {
    const [form, own] = await Promise.all([
      fundraiserApi.form(race.id, race.form ?? 0),
      fundraiserApi.own(registrationId, token),
    ]);
    if (form.kind !== 'ok') return form;
    const isNone = own.kind === 'problem' && own.name === 'not-found';
    if (own.kind !== 'ok' && !isNone) return own;
    const before = own.kind === 'ok' ? own.value : undefined;
    return { kind: 'ok', value: { form: form.value, before } } as const;
  });
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="page" />;
  if (!loaded.value.form.fundraising) return <NotFound />;
  return (
    <>
      <link rel="stylesheet" href={formSheet} />
      <link rel="stylesheet" href={sheet} />
      <Edit {...props} {...loaded.value} />
    </>
  );
};

interface CollectLinkProps extends Pick<CollectProps, 'race' | 'registrationId' | 'token'> {
  readonly href: string;
  /** The runner has no spot any more, so they cannot begin a page. */
  readonly isOver?: boolean;
}

const readOwn = async ({ race, registrationId, token }: CollectLinkProps) => {
  const form = await fundraiserApi.form(race.id, race.form ?? 0);
  if (form.kind !== 'ok' || !form.value.fundraising) return { kind: 'ok', value: undefined } as const;
  const own = await fundraiserApi.own(registrationId, token);
  // A person who has none, or cannot be told of it now, is led to where it is made and changed.
  return { kind: 'ok', value: { own: own.kind === 'ok' ? own.value : undefined } } as const;
};

/** The way to it, where the race lets its runners collect. What came together there, for whom it is already. */
export const CollectLink = (props: CollectLinkProps) => {
  const { race, registrationId, href, isOver } = props;
  const loaded = useLoaded(registrationId, () => readOwn(props));
  if (loaded.kind !== 'ok' || !loaded.value) return null;
  const { own } = loaded.value;
  if (!own && isOver) return null;
  return (
    <section class="changes" aria-labelledby="collect">
      <link rel="stylesheet" href={sheet} />
      <h2 id="collect">{own ? words.collectEdit : words.collectTitle}</h2>
      {own ? (
        <>
          <p class="fundraiser">
            {own.isHidden ? own.title : <a href={`/races/${race.id}/fundraisers/${own.slug}`}>{own.title}</a>}
          </p>
          {own.isHidden && <p class="note note-bad">{words.collectHidden}</p>}
          {!own.isOpen && <p class="quiet">{words.closedPage}</p>}
          <Raised {...own} currency={race.currency} />
        </>
      ) : (
        <p>{words.collectOffer}</p>
      )}
      <a class="button button-quiet" href={href}>
        {own ? words.collectYours : words.collectLink}
      </a>
    </section>
  );
};
