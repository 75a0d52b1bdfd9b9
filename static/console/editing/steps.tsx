import { digitsOf, money } from '../../src/page/money';
import { shortInstant } from '../../src/time/dates';
import { Choice } from '../page/field';
import { lazyScreen } from '../page/lazy-screen';
import { newId } from '../page/new-id';
import { CodeList } from '../race/codes';
import * as w from '../texts/editing';
import * as t from '../texts/en';
import * as f from '../texts/form-step';
import { type Draft, type DraftEvent, inZone, openingAt, scaled, unscaled, withValue } from './draft';
import { edit, InstantInput, inputId, type StepProps, TextInput } from './inputs';
import { instantsAt, wallTime } from './zone-time';

export const Basics = (step: StepProps) => (
  <>
    <TextInput step={step} path="name" label={w.raceName} />
    <TextInput step={step} path="place" label={w.place} hint={w.placeHint} />
    <TextInput step={step} path="date" label={w.date} type="date" />
    <Choice
      id={inputId('timeZone')}
      label={w.zone}
      hint={w.zoneHint}
      value={step.ready.draft.timeZone ?? 'UTC'}
      choices={zones(step.ready.draft.timeZone)}
      onChange={(zone) => edit(step.editor, (draft) => inZone(draft, zone))}
    />
  </>
);

const zones = (present = 'UTC') =>
  [...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((zone) => [zone, zone.replaceAll('_', ' ')] as const);

const whole = (text: string) => scaled(text, 0);
const kilometres = (text: string) => scaled(text, 3);

export const Events = (step: StepProps) => {
  const { editor, ready } = step;
  const { events = [] } = ready.draft;
  const add = () => {
    const id = newId();
    edit(editor, (draft) => ({ ...draft, events: [...(draft.events ?? []), newEvent(id, draft)] }));
    requestAnimationFrame(() => document.getElementById(inputId(`events.${events.length}.name`))?.focus());
  };
  return (
    <>
      <p>{w.eventsLead}</p>
      <div id={inputId('events')} tabIndex={-1} class="cards">
        {events.map((event, n) => (
          <EventCard key={event.id} step={step} event={event} n={n} />
        ))}
      </div>
      <button type="button" class={events.length === 0 ? 'button' : 'button button-quiet'} onClick={add}>
        {events.length === 0 ? w.addFirstEvent : w.addEvent}
      </button>
    </>
  );
};

const newEvent = (id: string, { opensAt }: Draft): DraftEvent => ({
  id,
  prices: [{ label: w.regular, ...(opensAt !== undefined && { from: opensAt }) }],
});

const EventCard = ({ step, event, n }: { step: StepProps; event: DraftEvent; n: number }) => {
  const { editor } = step;
  const title = w.eventTitle(event.name ?? '', n + 1);
  const without = (draft: Draft): Draft => ({
    ...draft,
    events: (draft.events ?? []).filter(({ id }) => id !== event.id),
  });
  const earlier = (draft: Draft): Draft => {
    const { events = [] } = draft;
    return {
      ...draft,
      events: [...events.slice(0, n - 1), ...events.slice(n, n + 1), ...events.slice(n - 1, n), ...events.slice(n + 1)],
    };
  };
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <TextInput step={step} path={`events.${n}.name`} label={w.eventName} hint={w.eventNameHint} />
      <div class="side-by-side">
        {event.kind === undefined && (
          <TextInput
            step={step}
            path={`events.${n}.distance`}
            label={w.distance}
            inputMode="decimal"
            format={(metres) => unscaled(metres as never, 3)}
            parse={kilometres}
          />
        )}
        <TextInput step={step} path={`events.${n}.capacity`} label={w.capacity} inputMode="numeric" parse={whole} />
      </div>
      <div class="row-actions">
        {n > 0 && (
          <button type="button" class="plain small" aria-label={w.moveUp(title)} onClick={() => edit(editor, earlier)}>
            {w.up}
          </button>
        )}
        <button
          type="button"
          class="plain small"
          aria-label={w.removeEvent(title)}
          onClick={() => edit(editor, without)}
        >
          {w.remove}
        </button>
      </div>
    </section>
  );
};

export const Prices = (step: StepProps) => {
  const { editor, ready } = step;
  const { events = [], currency = 'EUR' } = ready.draft;
  return (
    <>
      <div class="side-by-side from-top">
        <OpensAt step={step} />
        <InstantInput step={step} path="closesAt" label={w.closesAt} />
      </div>
      <Choice
        id={inputId('currency')}
        label={w.currency}
        value={currency}
        choices={w.currencies.map(([code, name]) => [code, `${name} (${code})`] as const)}
        onChange={(code) => edit(editor, (draft) => ({ ...draft, currency: code }))}
      />
      {events.length === 0 && <p>{w.noEventsYet}</p>}
      <div id={inputId('events')} tabIndex={-1} class="cards">
        {events.map((event, n) => (
          <PricesOf key={event.id} step={step} event={event} n={n} currency={currency} />
        ))}
      </div>
      <section id={inputId('form')} tabIndex={-1} aria-label={f.title}>
        <h2>{f.title}</h2>
        <FormEditor step={step} raceId={step.raceId} />
      </section>
      <section aria-labelledby="step-codes">
        <h2 id="step-codes">{t.raceScreens.codes}</h2>
        <p>{ready.document ? f.codesAtOnce : f.codesLater}</p>
        {ready.document && (
          <>
            <CodeList race={{ id: step.raceId, currency, timeZone: ready.draft.timeZone ?? 'UTC' }} />
            <p>
              <a class="button button-quiet" href={`/console/races/${step.raceId}/codes`}>
                {f.makeCodes}
              </a>
            </p>
          </>
        )}
      </section>
    </>
  );
};

/** Most races ask for nothing more than every race does, so its editor is a script of its own. */
const FormEditor = lazyScreen(t.things.form, async () => (await import('../form-editor/form-editor')).FormEditor);

/** Most races open later. To try one out, it opens when it is published: until then its opening is this minute. */
const OpensAt = ({ step }: { step: StepProps }) => {
  const { draft, document } = step.ready;
  const atOnce = () =>
    edit(step.editor, (before) =>
      openingAt(before, instantsAt(wallTime(Date.now(), draft.timeZone ?? 'UTC'), draft.timeZone ?? 'UTC')[0]),
    );
  return (
    <div>
      <InstantInput step={step} path="opensAt" label={w.opensAt} />
      {!document && (
        <button type="button" class="plain small of-field" onClick={atOnce}>
          {w.openWhenPublished}
        </button>
      )}
    </div>
  );
};

interface PricesProps {
  readonly step: StepProps;
  readonly event: DraftEvent;
  readonly n: number;
  readonly currency: string;
}

const PricesOf = ({ step, event, n, currency }: PricesProps) => {
  const { editor } = step;
  const { prices = [] } = event;
  const path = `events.${n}.prices`;
  const title = w.pricesOf(w.eventTitle(event.name ?? '', n + 1));
  const put = (change: (before: NonNullable<DraftEvent['prices']>) => NonNullable<DraftEvent['prices']>) =>
    edit(editor, (draft) => withValue(draft, path, change(draft.events?.[n]?.prices ?? []) as never));
  return (
    <section class="card" id={inputId(path)} tabIndex={-1} aria-label={title}>
      <h2>{title}</h2>
      <PriceLine event={event} currency={currency} zone={step.ready.draft.timeZone ?? 'UTC'} />
      {prices.map((price, m) => (
        <div key={m} class="price-row">
          <TextInput step={step} path={`${path}.${m}.label`} label={w.priceLabel} />
          <TextInput
            step={step}
            path={`${path}.${m}.amount`}
            label={w.priceAmount(currency)}
            inputMode="decimal"
            format={(amount) => unscaled(amount as never, digitsOf(currency))}
            parse={(text) => scaled(text, digitsOf(currency))}
          />
          {m === 0 ? (
            <p class="quiet from-opening">{w.fromOpening}</p>
          ) : (
            <InstantInput step={step} path={`${path}.${m}.from`} label={w.priceFrom} />
          )}
          {m > 0 && (
            <button
              type="button"
              class="plain small"
              aria-label={w.removePrice(price.label ?? '')}
              onClick={() => put((before) => before.filter((_, at) => at !== m))}
            >
              {w.remove}
            </button>
          )}
        </div>
      ))}
      <button type="button" class="plain small" onClick={() => put((before) => [...before, {}])}>
        {w.addPrice}
      </button>
    </section>
  );
};

/** The prices as a line in time, with the words of the table below it. */
const PriceLine = ({
  event: { name = '', prices = [] },
  currency,
  zone,
}: {
  event: DraftEvent;
  currency: string;
  zone: string;
}) => {
  const known = prices.flatMap(({ label = '', from, amount }) =>
    typeof amount === 'number' && from !== undefined && !Number.isNaN(Date.parse(from))
      ? [{ label, from, amount }]
      : [],
  );
  if (known.length < 2) return null;
  return (
    <ol class="price-line" aria-label={w.track(name)}>
      {[...known]
        .sort((one, other) => Date.parse(one.from) - Date.parse(other.from))
        .map(({ label, from, amount }) => (
          <li key={from}>
            <b class="figures">{amount === 0 ? w.free : money(amount, currency)}</b>
            <span class="quiet">{label}</span>
            <span class="quiet">{shortInstant(from, zone)}</span>
          </li>
        ))}
    </ol>
  );
};
