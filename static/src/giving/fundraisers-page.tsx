import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { FundraiserListMessage } from '../../../lambdas/api/messages/form/fundraisers';
import sheet from '../../style/giving.css';
import { Field } from '../form/field';
import { Heading } from '../page/heading';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { SendingNote, useSending } from '../page/use-sending';
import { readSeenRace } from '../race/read-race';
import * as words from '../texts/giving';
import * as t from '../texts/page';
import { fundraiserApi } from './fundraiser-api';
import { Raised } from './raised';

interface ListProps {
  readonly raceId: string;
  readonly q: string;
  readonly first: FundraiserListMessage;
}

const List = ({ raceId, q, first }: ListProps) => {
  const [pages, setPages] = useState([first]);
  const { sending, send } = useSending();
  const last = pages.at(-1) ?? first;
  const isSending = sending.kind === 'sending';
  const all = pages.flatMap(({ fundraisers }) => fundraisers);
  return (
    <>
      <p role="status">{all.length > 0 ? words.found(last.total) : q ? words.foundNothing : words.foundNone}</p>
      <ul class="fundraisers">
        {all.map((one) => (
          <li key={one.slug}>
            <h2>
              <a href={`/races/${raceId}/fundraisers/${one.slug}`}>{one.title}</a>
            </h2>
            <p class="quiet">{one.by ? words.by(one.by) : words.bySomebody}</p>
            <Raised {...one} currency={last.currency} />
          </li>
        ))}
      </ul>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      {last.next && (
        <button
          type="button"
          class="button button-quiet"
          aria-disabled={isSending}
          onClick={() =>
            void send(
              () => fundraiserApi.list(raceId, q, last.next),
              (next) => setPages([...pages, next]),
            )
          }
        >
          {isSending ? words.loadingMore : words.more}
        </button>
      )}
    </>
  );
};

const Found = ({ raceId, q }: Omit<ListProps, 'first'>) => {
  const loaded = useLoaded(`${raceId} ${q}`, () => fundraiserApi.list(raceId, q));
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="list" />;
  return <List key={q} {...{ raceId, q }} first={loaded.value} />;
};

/** Everybody who collects for a cause of a race, those who raised most first. */
export const FundraisersPage = () => {
  const { params } = useRoute();
  const raceId = params.raceId ?? '';
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const loaded = useLoaded(raceId, () => readSeenRace(raceId));
  if (loaded.kind === 'reading') return <Loading what="race" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="race" />;
  return (
    <div class="narrow">
      <link rel="stylesheet" href={sheet} />
      <p class="crumb">
        <a href={`/races/${raceId}`}>{loaded.value.name}</a>
      </p>
      <section class="sheet">
        <Heading>{words.fundraisersTitle(loaded.value.name)}</Heading>
        <p class="lead">{words.fundraisersLead}</p>
        <form
          class="search"
          onSubmit={(event) => {
            event.preventDefault();
            setQ(typed.trim());
          }}
        >
          <Field
            id="search"
            label={words.search}
            error={undefined}
            input={{
              type: 'search',
              value: typed,
              maxLength: 60,
              autoComplete: 'off',
              onInput: ({ currentTarget: { value } }) => setTyped(value),
            }}
          />
          <button type="submit" class="button button-quiet">
            {words.searchButton}
          </button>
        </form>
        <Found {...{ raceId, q }} />
        <div class="actions">
          <a class="plain" href={`/races/${raceId}`}>
            {t.backToRace}
          </a>
        </div>
      </section>
    </div>
  );
};
