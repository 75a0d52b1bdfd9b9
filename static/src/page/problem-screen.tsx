import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Failure } from '../http/failure';
import * as t from '../texts/page';
import { Heading } from './heading';

/** What went wrong with a call and what the runner can do, as a sentence. */
export const failureWords = (failure: Failure): string => {
  switch (failure.kind) {
    case 'network':
      return t.failureNetwork;
    case 'timeout':
      return t.failureTimeout;
    case 'problem':
      return t.problem(failure);
    case 'unreadable':
      return failure.status === 429 || failure.status >= 500 ? t.failureBusy : t.failureUnreadable;
  }
};

interface ProblemScreenProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A screen for something that did not work. */
export const ProblemScreen = ({ title, children }: ProblemScreenProps) => (
  <section class="sheet notice-sheet">
    <Heading>{title}</Heading>
    {children}
  </section>
);

export const NotFound = ({ what = 'page' }: { what?: keyof typeof t.missingThings }) => (
  <ProblemScreen title={t.missingTitle}>
    <p>{t.missingWords(t.missingThings[what])}</p>
    <p>
      <a class="button" href="/">
        {t.seeAllRaces}
      </a>
    </p>
  </ProblemScreen>
);

/**
 * Shown when something could not be loaded: says why and offers to try again. Tries again by itself once the browser is
 * online.
 */
export const LoadFailed = ({
  failure,
  again,
  what,
}: {
  failure: Failure;
  again: () => void;
  what: keyof typeof t.missingThings;
}) => {
  useEffect(() => {
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
  return failure.kind === 'problem' && failure.name === 'not-found' ? (
    <NotFound what={what} />
  ) : (
    <ProblemScreen title={failure.kind === 'network' ? t.loadNetwork : t.loadLate}>
      <p>{failureWords(failure)}</p>
      <p>
        <button type="button" class="button" onClick={again}>
          {' '}
          {t.tryAgain}{' '}
        </button>
      </p>
    </ProblemScreen>
  );
};

/** Takes the space of what is being loaded, so that nothing moves when it arrives. */
export const Loading = ({ what }: { what: keyof typeof t.things }) => (
  <div class="reading" role="status">
    <p>{t.reading(t.things[what])}</p>
  </div>
);
