import { number, table } from '../words';
import { type CpuProfile, type Frame, type Profiled, timeBy } from './cpu-profile';

/** What a function serves, by its file: the first match counts. */
const byFile: readonly (readonly [part: string, file: RegExp])[] = [
  ['signing and hashing', /\/(sign-request|seal|sealed-\w+|signed-\w+)\.ts$|^node:(internal\/)?crypto/],
  ['validation', /\/valibot\/|\/lambdas\/api\//],
  ['event conversion', /\/(to-event|platform\/http\/(request|reply|body|read-json))\.ts$/],
  ['routing', /\/platform\/http\/|\/local\/gateway\/(match-route|api)\.ts$/],
  ['AWS SDK and Powertools', /\/@(aws-sdk|smithy|aws-crypto|aws-lambda-powertools)\//],
  ['PostgreSQL driver', /\/node_modules\/(pg|pg-\w+|postgres-\w+)\/|\/platform\/postgres\//],
  ['memcached client, cache, sessions', /\/platform\/(memcached|cache|sessions)\//],
  [
    'HTTP, streams, sockets of Node',
    /^node:(_http|https?|net|tls|events|_?stream|url|internal\/(http|js_stream|streams?|url|stream_base))/,
  ],
  ['rules and use cases', /\/lambdas\//],
  ['local simulation of AWS', /\/local\//],
  ['load generator', /\/loadtest\//],
  ['other packages', /\/node_modules\//],
];

/** V8 gives native functions a name and no file. */
const byName: readonly (readonly [part: string, name: RegExp])[] = [
  ['garbage collection', /^\(garbage collector\)$/],
  ['writing to sockets', /^write(v|\w*String|Buffer)$/],
];

const [otherFiles, rest] = ['other files', 'the rest of Node and V8'];

const partOf = ({ url, functionName }: Frame): string => {
  const [known, text] = url === '' ? [byName, functionName] : [byFile, url];
  const part = known.find(([, pattern]) => pattern.test(text))?.[0];
  return part ?? (url === '' || url.startsWith('node:') ? rest : otherFiles);
};

/** Milliseconds by part; waiting is left out. */
export const timeByPart = (profile: CpuProfile): ReadonlyMap<string, number> => timeBy(profile, partOf);

/** The share of each part in the time of each process, in percent. */
export const partsTable = (profiles: readonly Profiled[]): string => {
  const columns = profiles.map(({ process, profile }) => {
    const times = timeByPart(profile);
    return { process, times, total: [...times.values()].reduce((sum, ms) => sum + ms, 0) };
  });
  const parts = [...byFile, ...byName].map(([part]) => part).concat(otherFiles, rest);
  return table(
    ['% of the time of', ...columns.map(({ process }) => process)],
    parts.map((part) => [part, ...columns.map(({ times, total }) => number((100 * (times.get(part) ?? 0)) / total))]),
  );
};
