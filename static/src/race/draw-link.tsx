import { at } from '../http/api';
import * as words from '../texts/code';

/** Leads to the page on which everybody can check the draw of a race. */
export const DrawLink = ({ raceId }: { raceId: string }) => (
  <p>
    <a href={at`/races/${raceId}/draw`}>{words.draw}</a>
  </p>
);
