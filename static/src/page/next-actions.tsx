import type { ComponentChildren } from 'preact';

/** The buttons and links at the end of a screen, with a link back to the race. */
export const NextActions = ({ raceHref, children }: { raceHref: string; children?: ComponentChildren }) => (
  <div class="actions">
    {children}
    <a class="plain" href={raceHref}>
      Back to the race
    </a>
  </div>
);
