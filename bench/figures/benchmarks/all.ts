import type { Benchmark } from '../benchmark';
import { checkIn } from './check-in';
import { consoleScreens } from './console';
import { consoleCrowd } from './console-crowd';
import { counts, formCounts } from './counts';
import { crowds } from './crowds';
import { database } from './database';
import { floor } from './floor';
import { formOpening } from './form-opening';
import { generators } from './generators';
import { lastShirts } from './last-shirts';
import { lean } from './lean';
import { limited } from './limited';
import { draw } from './line/draw';
import { lineOpening } from './line/opening';
import { live } from './live';
import { liveResults } from './live-results';
import { opening } from './opening';
import { pages } from './pages';
import { quote } from './quote';
import { randomInput } from './random-input';
import { results } from './results';
import { signedIn, signedInMillion } from './signed-in';
import { slowed } from './slowed';
import { staticRamp, staticSite } from './static-site';
import { stream } from './stream';
import { teamList } from './team-list';
import { zeroThinkTime } from './zero-think-time';

/** In the order of the table. */
export const benchmarks: readonly Benchmark[] = [
  opening,
  crowds,
  lean,
  slowed,
  limited,
  formOpening,
  lineOpening,
  draw,
  quote,
  lastShirts,
  zeroThinkTime,
  counts,
  formCounts,
  database,
  pages,
  teamList,
  signedIn,
  signedInMillion,
  stream,
  staticSite,
  staticRamp,
  generators,
  floor,
  results,
  liveResults,
  checkIn,
  live,
  randomInput,
  consoleScreens,
  consoleCrowd,
];
