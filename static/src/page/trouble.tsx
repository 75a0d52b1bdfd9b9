import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Failure } from '../http/failure';
import { Heading } from './heading';

/** What went wrong with a call and what the runner can do, as a sentence. */
export const failureWords = (failure: Failure): string => {
  switch (failure.kind) {
    case 'network':
      return 'We cannot reach the race office from here. Check your connection; nothing you typed is lost.';
    case 'timeout':
      return 'The race office did not answer in time. Many people may be here at once.';
    case 'problem':
      return failure.detail;
    case 'unreadable':
      return failure.status === 429 || failure.status >= 500
        ? 'The race office is very busy at the moment.'
        : 'The answer was not one this page understands. Loading the page again may bring a newer one.';
  }
};

interface TroubleProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A screen for something that did not work. */
export const Trouble = ({ title, children }: TroubleProps) => (
  <section class="sheet notice-sheet">
    <Heading>{title}</Heading>
    {children}
  </section>
);

export const NotFound = ({ what = 'page' }: { what?: string }) => (
  <Trouble title="There is nothing here">
    <p>We looked for this {what} and found nothing. The address may be mistyped, or the race was taken down.</p>
    <p>
      <a class="button" href="/">
        See all races
      </a>
    </p>
  </Trouble>
);

/**
 * Shown when something could not be loaded: says why and offers to try again. Tries again by itself once the browser is
 * online.
 */
export const LoadFailed = ({ failure, again, what }: { failure: Failure; again: () => void; what: string }) => {
  useEffect(() => {
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
  return failure.kind === 'problem' && failure.name === 'not-found' ? (
    <NotFound what={what} />
  ) : (
    <Trouble title={failure.kind === 'network' ? 'No connection' : 'This took too long'}>
      <p>{failureWords(failure)}</p>
      <p>
        <button type="button" class="button" onClick={again}>
          Try again
        </button>
      </p>
    </Trouble>
  );
};

/** Takes the space of what is being loaded, so that nothing moves when it arrives. */
export const Loading = ({ what }: { what: string }) => (
  <div class="reading" role="status">
    <p>Reading {what}…</p>
  </div>
);
