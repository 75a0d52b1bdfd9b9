import type { ComponentChildren } from 'preact';
import * as t from '../texts/page';

/** The buttons and links at the end of a screen, with a link back to the race. */
export const NextActions = ({ raceHref, children }: { raceHref: string; children?: ComponentChildren }) => (
  <div class="actions">
    {children}
    <a class="plain" href={raceHref}>
      {t.backToRace}
    </a>
  </div>
);
