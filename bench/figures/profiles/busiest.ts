import { number, table } from '../words';
import { type CpuProfile, type Frame, type Profiled, timeBy } from './cpu-profile';
import { partsTable } from './parts';

export interface Busy {
  readonly place: string;
  /** Milliseconds in the function itself, without the functions it called. */
  readonly ms: number;
}

const placeOf = ({ functionName, url, lineNumber }: Frame): string => {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name}, ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
};

/** Where the time of a process went, the most first; waiting is left out. */
export const busiest = (profile: CpuProfile): readonly Busy[] =>
  Array.from(timeBy(profile, placeOf), ([place, ms]) => ({ place, ms })).sort((one, other) => other.ms - one.ms);

/** How many functions of each process the table shows. */
const most = 15;

/** The busiest processes of a benchmark, and in each the functions that took longest. */
export const profileSection = (title: string, profiles: readonly Profiled[]): string => {
  const found = profiles
    .map(({ process, profile }) => {
      const places = busiest(profile);
      return { process, profile, places, total: places.reduce((sum, { ms }) => sum + ms, 0) };
    })
    .sort((one, other) => other.total - one.total)
    .slice(0, 4);
  const tables = found.map(({ process, places, total }) =>
    table(
      [`${process}: ${number(total)} ms`, 'ms', '%'],
      places.slice(0, most).map(({ place, ms }) => [place, number(ms), number((100 * ms) / total)]),
    ),
  );
  return [`## ${title}`, partsTable(found), ...tables].join('\n\n');
};
