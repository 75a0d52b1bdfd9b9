import type { ComponentChildren } from 'preact';

/** What can be done now, and the way back to the race beside it. */
export const NextActions = ({ raceHref, children }: { raceHref: string; children?: ComponentChildren }) => (
  <div class="actions">
    {children}
    <a class="plain" href={raceHref}>
      Back to the race
    </a>
  </div>
);
