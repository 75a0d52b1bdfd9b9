import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { EntryRow } from '../../../lambdas/results/files';
import type { Place } from '../../../lambdas/results/show/find-rows';
import { count } from '../page/money';
import * as words from '../texts/results';
import { calendarDay } from '../time/dates';
import { isFinal, type Version } from './read-version';
import { listName } from './result-table';
import { timeOf } from './time-words';

interface CertificateProps {
  readonly race: RaceMessage;
  readonly version: Version;
  readonly entry: EntryRow;
  readonly places: readonly Place[];
  readonly name: string;
}

/** It is only printed: one page of A4 or Letter paper. A long name is printed in smaller letters. */
export const Certificate = ({ race, version: { manifest }, entry, places, name }: CertificateProps) => (
  <div class="certificate">
    {race.media?.logo && <img src={`/media/${race.media.logo.file}`} alt="" loading="lazy" />}
    <p class="certificate-race">{race.name}</p>
    <p>
      {race.place}, {calendarDay(race.date)}
    </p>
    <p class="certificate-title">{words.certificate}</p>
    <p class={name.length > 60 ? 'long-name' : ''}>
      <bdi>{name}</bdi>
    </p>
    <p>{words.certificateOf(manifest.name)}</p>
    <p class="certificate-time figures">{timeOf(entry.rankMs ?? 0, manifest.rounding)}</p>
    <ul>
      {places.map(({ list, place, of }) => (
        <li key={list}>{words.certificatePlace(listName(manifest, list), count(place), count(of))}</li>
      ))}
    </ul>
    <p class="certificate-foot">
      {words.bibOf(entry.bib)}
      {!isFinal(manifest.kind) && <span>{words.kindWords.preliminary}</span>}
    </p>
  </div>
);
