import type { Benchmark } from '../benchmark';
import { counts } from './counts';
import { formOpening } from './form-opening';
import { generators } from './generators';
import { lastShirts } from './last-shirts';
import { limited } from './limited';
import { live } from './live';
import { opening } from './opening';
import { pages } from './pages';
import { quote } from './quote';
import { results } from './results';
import { signedIn } from './signed-in';
import { slowed } from './slowed';
import { staticSite } from './static-site';
import { stream } from './stream';
import { zeroThinkTime } from './zero-think-time';

/** In the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  opening,
  slowed,
  limited,
  formOpening,
  quote,
  lastShirts,
  zeroThinkTime,
  counts,
  pages,
  signedIn,
  stream,
  staticSite,
  generators,
  results,
  live,
];
