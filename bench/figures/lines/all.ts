import type { Line } from '../line';
import { generators } from './generators';
import { noThought } from './no-thought';
import { live, results } from './not-yet';
import { opening } from './opening';
import { pages } from './pages';
import { signedIn } from './signed-in';
import { slowed } from './slowed';
import { staticSite } from './static-site';
import { stream } from './stream';

/** In the order of the table. */
export const lines: readonly Line[] = [
  opening,
  slowed,
  noThought,
  pages,
  signedIn,
  stream,
  staticSite,
  generators,
  results,
  live,
];
