import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type FoundNames, findNames, searchOf } from '../../../lambdas/results/show/find-rows';
import { announce } from '../page/announce';
import { count } from '../page/money';
import * as words from '../texts/results';
import { readerOf } from './reader-of';
import { runnerHref, searchHref } from './results-href';

/** Screen readers announce what is found only when nothing was typed for this time. */
const announceDelayMs = 150;

type Found = FoundNames | 'failed';

/** What is said below the box, and to screen readers. */
const wordsFor = (typed: string, found: Found | undefined): string => {
  const search = searchOf(typed);
  if (!search || !found) return '';
  if (found === 'failed') return words.searchFailed;
  if (found.about !== undefined) return words.searchMore(count(found.about), typed.trim());
  if (found.rows.length > 0) return '';
  return 'bib' in search ? words.searchNoBib(String(search.bib)) : words.searchNone;
};

/**
 * Finds runners while somebody types: an editable combobox with list autocomplete
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Nothing is chosen before they choose it.
 */
export const SearchBox = ({ raceId, setId }: { readonly raceId: string; readonly setId: string }) => {
  const { route } = useLocation();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Found>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const asked = useRef(0);
  const rows = found === undefined || found === 'failed' ? [] : found.rows;
  const isShown = isOpen && rows.length > 0;
  const said = wordsFor(typed, found);

  const look = async (text: string) => {
    const mine = ++asked.current;
    const answer = await readerOf(raceId).read(setId, (version) => findNames(version, text));
    // More was typed meanwhile, so another answer is on its way.
    if (mine !== asked.current) return;
    setFound(answer.kind === 'ok' ? answer.value : 'failed');
    setActive(-1);
  };
  useEffect(() => {
    if (!found || !searchOf(typed)) return;
    const timer = setTimeout(
      () => announce([rows.length > 0 ? words.suggestions(rows.length) : '', said].filter(Boolean).join('. ')),
      announceDelayMs,
    );
    return () => clearTimeout(timer);
  }, [found]);

  const go = (position: number) => {
    const row = rows[position];
    if (row) route(runnerHref(raceId, setId, row.bib));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const last = rows.length - 1;
    if ((key === 'ArrowDown' || key === 'ArrowUp') && last >= 0) {
      setOpen(true);
      const next = key === 'ArrowDown' ? active + 1 : active - 1;
      setActive(active < 0 && key === 'ArrowUp' ? last : next > last ? 0 : next < 0 ? last : next);
    } else if (key === 'Home' || key === 'End') {
      // These keys move the cursor in the text.
      return setActive(-1);
    } else if (key === 'Enter') {
      go(active >= 0 ? active : rows.length === 1 ? 0 : -1);
    } else if (key === 'Escape') {
      if (!isShown) {
        setTyped('');
        setFound(undefined);
      }
      setOpen(false);
      setActive(-1);
    } else return;
    event.preventDefault();
  };
  return (
    <search class="result-search">
      <div class="field">
        <label for="result-search">{words.search}</label>
        <p class="hint" id="result-search-hint">
          {words.searchHint}
        </p>
        <input
          id="result-search"
          type="text"
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={80}
          value={typed}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls="result-found"
          aria-describedby="result-search-hint"
          aria-activedescendant={isShown && active >= 0 ? `result-found-${active}` : undefined}
          onFocus={() => void readerOf(raceId).read(setId, (version) => version.index('names'))}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            setOpen(true);
            void look(value);
          }}
        />
      </div>
      <div id="result-found" role="listbox" aria-label={words.searchLabel} hidden={!isShown}>
        {isShown &&
          rows.map(({ bib, name, club }, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and the keys, as the pattern asks.
            <div
              key={bib}
              id={`result-found-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === active}
              // Otherwise the box loses the focus, and the list closes.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(n)}
            >
              <bdi>{name ?? words.nameWithheld}</bdi>
              <span class="quiet">
                {words.bibOf(bib)}
                {club && ' · '}
                <bdi>{club}</bdi>
              </span>
            </div>
          ))}
      </div>
      <p class="quiet">
        {said} {said === words.searchNone && <a href={searchHref(raceId, setId, typed)}>{words.searchInside}</a>}
      </p>
    </search>
  );
};
