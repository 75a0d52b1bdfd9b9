import type { RefObject } from 'preact';
import type { Manifest } from '../../../lambdas/results/files';
import { type Page, rowsOnPage, type ShownRow } from '../../../lambdas/results/show/find-rows';
import { count } from '../page/money';
import * as words from '../texts/results';
import type { Version } from './read-version';
import { listHref, runnerHref } from './results-href';
import { timeOf } from './time-words';

/** The name of a list. */
export const listName = ({ genders, ageGroups }: Manifest, list: string): string => {
  if (list in words.lists) return words.lists[list as keyof typeof words.lists];
  const [kind, code = ''] = [list.slice(0, list.indexOf(':')), list.slice(list.indexOf(':') + 1)];
  const groups = kind === 'gender' ? genders : ageGroups;
  return groups.find((group) => group.code === code)?.label ?? code;
};

interface ChipsProps {
  readonly raceId: string;
  readonly version: Version;
  readonly current: string | undefined;
}

/** The lists of a version as links. There are many age groups, so they are folded away until one is chosen. */
export const ListChips = ({ raceId, version, current }: ChipsProps) => {
  const { manifest } = version;
  const names = Object.keys(manifest.sequences);
  const named = (kind: string) => names.filter((name) => name.startsWith(kind));
  const chips = (lists: readonly string[]) => (
    <ul class="result-chips">
      {lists.map((list) => (
        <li key={list}>
          <a href={listHref(raceId, version, { list })} aria-current={list === current ? 'page' : undefined}>
            {listName(manifest, list)}
          </a>
        </li>
      ))}
    </ul>
  );
  if (!manifest.sequences.overall) return null;
  const ages = named('age:');
  const others = (manifest.sequences.others?.rows ?? 0) > 0 ? ['dnf'] : [];
  const isAge = current?.startsWith('age:');
  return (
    <nav aria-label={words.listsLabel}>
      {chips(['overall', ...named('gender:'), ...others])}
      {ages.length > 0 && (
        <details class="result-ages" open={isAge}>
          <summary>{isAge && current ? words.ageGroupChosen(listName(manifest, current)) : words.ageGroups}</summary>
          {chips(ages)}
        </details>
      )}
    </nav>
  );
};

const NameOf = ({ name }: Pick<ShownRow, 'name'>) =>
  name === null ? <i class="quiet">{words.nameWithheld}</i> : <bdi>{name}</bdi>;

interface TableProps {
  readonly raceId: string;
  readonly version: Version;
  readonly found: Page;
  readonly caption: RefObject<HTMLTableCaptionElement | null>;
  readonly isReading: boolean;
}

const captionOf = ({ manifest }: Version, { list, page, total, rows }: Page): string => {
  const name = listName(manifest, list);
  const first = (page - 1) * rowsOnPage + 1;
  return total === 0
    ? words.captionEmpty(manifest.name, name)
    : words.caption(manifest.name, name, count(first), count(first + rows.length - 1), count(total));
};

/** On a narrow screen, bib, group and club are below the name, and their columns are hidden. */
export const ResultTable = ({ raceId, version, found, caption, isReading }: TableProps) => {
  const { manifest, set, isOld } = version;
  const isRanked = found.list !== 'dnf' && found.list !== 'entries';
  return (
    <table class="result-table" aria-busy={isReading}>
      <caption ref={caption} tabIndex={-1}>
        {captionOf(version, found)}
      </caption>
      <thead>
        <tr>
          {isRanked && (
            <th scope="col" class="result-place">
              {words.columns.place}
            </th>
          )}
          <th scope="col" class="result-bib result-wide">
            {words.columns.bib}
          </th>
          <th scope="col">{words.columns.name}</th>
          <th scope="col" class="result-wide">
            {words.columns.group}
          </th>
          <th scope="col" class="result-wide">
            {words.columns.from}
          </th>
          {found.list !== 'entries' && (
            <th scope="col" class="result-time">
              {isRanked ? words.columns.time : words.columns.status}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {found.rows.map(({ bib, name, group, from, place, time, status }) => (
          <tr key={bib}>
            {isRanked && <td class="result-place figures">{place ?? ''}</td>}
            <td class="result-bib result-wide figures">{bib}</td>
            <th scope="row">
              {isOld ? (
                // The page of a runner says what counts now.
                <NameOf name={name} />
              ) : (
                <a href={runnerHref(raceId, set.id, bib)}>
                  <NameOf name={name} />
                </a>
              )}
              <span class="result-more">
                {[words.bibOf(bib), group].filter(Boolean).join(' · ')}
                {from && ' · '}
                <bdi>{from}</bdi>
              </span>
            </th>
            <td class="result-wide">{group}</td>
            <td class="result-wide">
              <bdi>{from}</bdi>
            </td>
            {found.list !== 'entries' && (
              <td class="result-time figures">
                {time === null ? words.statuses[status] : timeOf(time, manifest.rounding)}
              </td>
            )}
          </tr>
        ))}
        {found.rows.length === 0 && (
          <tr>
            <td colSpan={6} class="quiet">
              {words.listEmpty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
};

/** The pages of a list as links, so that each page has an address to share. */
export const Pager = ({ raceId, version, found }: { raceId: string; version: Version; found: Page }) => {
  const { list, page, pages } = found;
  if (pages < 2) return null;
  const to = (label: string, where: number, rel?: 'next' | 'prev') => (
    <li>
      {where === page || where < 1 || where > pages ? (
        <span class="quiet">{label}</span>
      ) : (
        <a href={listHref(raceId, version, { list, page: where })} rel={rel}>
          {label}
        </a>
      )}
    </li>
  );
  return (
    <nav aria-label={words.pagesLabel}>
      <ul class="result-pages">
        {to(words.pageFirst, 1)}
        {to(words.pageBefore, page - 1, 'prev')}
        <li aria-current="page">{words.pageOf(count(page), count(pages))}</li>
        {to(words.pageNext, page + 1, 'next')}
        {to(words.pageLast, pages)}
      </ul>
    </nav>
  );
};
