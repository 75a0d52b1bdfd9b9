import * as v from 'valibot';
import type { AvailabilityMessage, RaceMessage } from '../../../lambdas/api/messages/races';
import { at, reading } from '../http/api';
import { givingPage } from '../page/lazy-page';
import { request } from '../page/services';
import { useLoaded } from '../page/use-loaded';
import * as words from '../texts/code';
import { Sponsors } from './race-files';

/** What of a form says what else there is to see. The server checked the rest when the form was saved. */
const partsOfForm = v.looseObject({
  fundraising: v.optional(v.boolean()),
  teams: v.optional(
    v.looseObject({
      kinds: v.array(v.looseObject({ events: v.optional(v.array(v.string())), retired: v.optional(v.boolean()) })),
    }),
  ),
});

const ShortEvents = givingPage((pages) => pages.shortEvents);

interface BesidesProps {
  readonly race: RaceMessage;
  readonly seen: AvailabilityMessage['events'] | undefined;
}

/** What a race has besides its distances: gifts and tickets, its teams, its fundraisers, and its sponsors. */
export const Besides = ({ race, seen }: BesidesProps) => {
  const { id, form, events, media } = race;
  const loaded = useLoaded<v.InferOutput<typeof partsOfForm>>(`${id} ${form}`, async () =>
    form === undefined
      ? { kind: 'ok', value: {} }
      : request({ ...reading, url: at`/api/races/${id}/forms/${String(form)}`, schema: partsOfForm }),
  );
  // A person who cannot read the form now reads it when they register.
  const { teams, fundraising } = loaded.kind === 'ok' ? loaded.value : {};
  const isSeen = (of: readonly string[] | undefined) =>
    of?.some((event) => events.some((one) => one.id === event)) ?? true;
  const links = [
    teams?.kinds.some((kind) => !kind.retired && isSeen(kind.events)) && ['teams', words.seeTeams],
    fundraising && ['fundraisers', words.seeFundraisers],
  ].filter((link) => link !== undefined && link !== false);
  return (
    <>
      {events.some(({ kind }) => kind) && <ShortEvents {...{ race, seen }} />}
      {links.length > 0 && (
        <p class="actions">
          {links.map(([to, says]) => (
            <a key={to} class="plain" href={`/races/${id}/${to}`}>
              {says}
            </a>
          ))}
        </p>
      )}
      {media && <Sponsors {...media} />}
    </>
  );
};
