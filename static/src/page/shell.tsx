import type { ComponentChildren } from 'preact';
import * as first from '../texts/first';
import { announcement } from './announce';
import { useValue } from './use-value';

const Announcer = () => (
  <div class="aside-for-readers" role="status" aria-live="polite">
    {useValue(announcement)}
  </div>
);

const Mark = () => (
  <svg class="mark" viewBox="0 0 36 24" aria-hidden="true" focusable="false">
    <path class="mark-lanes" d="M0 4h36M0 12h36M0 20h36" />
    <path class="mark-line" d="M14 0v24" />
  </svg>
);

/** Header, footer and announcements around every screen. */
export const Shell = ({ children }: { children: ComponentChildren }) => (
  <>
    <a class="skip" href="#content">
      {first.skip}
    </a>
    <header class="masthead">
      <a class="wordmark" href="/">
        <Mark />
        Startline
      </a>
    </header>
    <main id="content" tabIndex={-1}>
      {children}
    </main>
    <footer class="foot">
      <p>
        {first.lostConfirmation((words) => (
          <a href="/registrations">{words}</a>
        ))}
      </p>
      <p>{first.raceClock}</p>
    </footer>
    <Announcer />
  </>
);
