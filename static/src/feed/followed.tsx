import { useState } from 'preact/hooks';
import { plainDigits } from '../../../lambdas/domain/plain-digits';
import * as words from '../texts/feed';
import { whenThere } from '../time/time-there';
import { newsOf, type Told } from './board';
import { raceTime } from './feed-words';
import { Who } from './leaders';
import type { Names } from './names';

/** So many stand on top of the page at most. */
const mostFollowed = 10;

const key = (raceId: string) => `startline:followed:${raceId}`;

/** Undefined: this browser keeps nothing, or nothing that can be read. */
const readFollowed = (raceId: string): readonly number[] | undefined => {
  try {
    return JSON.parse(localStorage.getItem(key(raceId)) ?? '').filter(Number.isSafeInteger);
  } catch {
    return undefined;
  }
};

/** The bibs that somebody follows. They are kept in this browser, and nobody is told of them. */
export const useFollowed = (raceId: string) => {
  const [bibs, setBibs] = useState(() => readFollowed(raceId) ?? []);
  const change = (bib: number, ...added: readonly number[]) => {
    // Another tab may have changed them.
    const next = [...(readFollowed(raceId) ?? bibs).filter((one) => one !== bib), ...added].slice(-mostFollowed);
    setBibs(next);
    try {
      localStorage.setItem(key(raceId), JSON.stringify(next));
    } catch {
      // A browser that keeps nothing has them as long as the page is open.
    }
  };
  return { bibs, add: (bib: number) => change(bib, bib), remove: (bib: number) => change(bib) };
};

interface FollowedProps {
  readonly followed: ReturnType<typeof useFollowed>;
  readonly told: readonly Told[];
  readonly names: Names;
  readonly timeZone: string;
}

/** What was told last of those whom somebody follows, on top of everything else. */
export const Followed = ({ followed: { bibs, add, remove }, told, names, timeZone }: FollowedProps) => {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    const bib = plainDigits(typed.trim());
    const isBib = /^[1-9]\d{0,5}$/.test(bib);
    setWrong(!isBib);
    if (!isBib) return document.getElementById('feed-follow')?.focus();
    add(Number(bib));
    setTyped('');
  };
  return (
    <section class="feed-followed" aria-labelledby="feed-followed">
      <h2 id="feed-followed">{words.followed}</h2>
      {bibs.length > 0 && (
        <ul class="feed-lines">
          {bibs.map((bib) => {
            const news = newsOf(told, bib);
            return (
              <li key={bib} class="feed-line">
                <span>
                  <Who bib={bib} names={names} />{' '}
                  {news ? (
                    <>
                      {news.list !== undefined && <>{words.placeIn(news.place ?? 0, news.list)} </>}
                      {words.passed(news.point, raceTime(news.ms))}{' '}
                      <time class="quiet figures" dateTime={news.at}>
                        {whenThere(news.at, timeZone)}
                      </time>
                    </>
                  ) : (
                    <span class="quiet">{words.noNews}</span>
                  )}
                </span>
                <button type="button" class="plain" onClick={() => remove(bib)}>
                  {words.unfollow(bib)}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <form noValidate onSubmit={submit} class="feed-follow">
        <label for="feed-follow">{words.follow}</label>
        <input
          id="feed-follow"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={typed}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? 'feed-follow-wrong' : undefined}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="submit" class="button button-quiet">
          {words.followAct}
        </button>
        {isWrong && (
          <p class="field-error" id="feed-follow-wrong">
            {words.wrongBib}
          </p>
        )}
      </form>
    </section>
  );
};
