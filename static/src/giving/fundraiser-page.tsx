import { useRoute } from 'preact-iso/router';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import sheet from '../../style/giving.css';
import { requestOnArrival } from '../flow/pending-request';
import { Heading } from '../page/heading';
import { money } from '../page/money';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import { readSeenRace } from '../race/read-race';
import { registerHref } from '../race/register-href';
import * as words from '../texts/giving';
import { writeDay } from '../time/dates';
import { now } from '../time/ticker';
import { rememberCollecting } from './collecting';
import { fundraiserApi } from './fundraiser-api';
import { Raised } from './raised';

/** Where somebody can give without running. */
const giftEvent = ({ events, opensAt, closesAt }: RaceMessage) => {
  const time = now.peek();
  const isOpen = time >= Date.parse(opensAt) && time < Date.parse(closesAt);
  return isOpen ? events.find(({ kind }) => kind === 'gift') : undefined;
};

/** The page of a fundraiser: why they collect, how much was given, and by whom. */
export const FundraiserPage = () => {
  const { params } = useRoute();
  const { raceId = '', slug = '' } = params;
  const loaded = useLoaded(`${raceId} ${slug}`, async () => {
    const [race, page] = await Promise.all([readSeenRace(raceId), fundraiserApi.page(raceId, slug)]);
    if (race.kind !== 'ok') return race;
    return page.kind === 'ok' ? ({ kind: 'ok', value: { race: race.value, page: page.value } } as const) : page;
  });
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="page" />;
  const { race, page } = loaded.value;
  const { title, cause, by, story, publicGifts, gifts, isOpen, currency } = page;
  const event = isOpen ? giftEvent(race) : undefined;
  return (
    <div class="narrow">
      <link rel="stylesheet" href={sheet} />
      <p class="crumb">
        <a href={`/races/${raceId}`}>{race.name}</a>
      </p>
      <section class="sheet fundraiser">
        <Heading>{title}</Heading>
        <p class="lead">{by ? words.by(by) : words.bySomebody}</p>
        <Raised {...page} />
        {story.split(/\n+/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {!isOpen && <p class="note">{words.closedPage}</p>}
        {isOpen && !event && <p class="note">{words.noWayToGive}</p>}
        <div class="actions">
          {event && (
            <a
              class="button"
              href={registerHref(raceId, event.id)}
              onClick={() => {
                rememberCollecting(raceId, { slug, title, cause });
                requestOnArrival(raceId, event.id, 1);
              }}
            >
              {words.donate}
            </a>
          )}
          <a class="plain" href={`/races/${raceId}/fundraisers`}>
            {words.allFundraisers}
          </a>
        </div>
        {gifts > 0 && (
          <>
            <h2 id="gave">{words.whoGave}</h2>
            {publicGifts.length === 0 ? (
              <p class="quiet">{words.whoGaveNone}</p>
            ) : (
              <ul class="gave" aria-labelledby="gave">
                {publicGifts.map((gift) => (
                  <li key={`${gift.at} ${gift.by} ${gift.amount}`}>
                    <span>
                      {gift.by}, {writeDay(gift.at)}
                    </span>
                    <b class="figures">{money(gift.amount, currency)}</b>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </section>
    </div>
  );
};
