import type { ComponentChildren } from 'preact';
import { announcement } from './announce';

const Announcer = () => (
  <div class="aside-for-readers" role="status" aria-live="polite">
    {announcement.value}
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
      Skip to the content
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
        Lost your confirmation? <a href="/registrations">Get the link to your registration again</a>.
      </p>
      <p>Times count down by the race’s own clock, not by your device’s.</p>
    </footer>
    <Announcer />
  </>
);
