/**
 * Loaded before every process of a profiled run, which it asks where its time went. By hand, because Node 20 takes no
 * --cpu-prof from NODE_OPTIONS, and the processes of a system are told nothing else.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { findSourceMap, SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const directory = fileURLToPath(new URL('../../../.startline/profiles/', import.meta.url));

const pathOf = (url) => (url.startsWith('file:') ? fileURLToPath(url) : url);

/** By file; undefined where there is none. */
const mapsBeside = new Map();
const mapBeside = (url) => {
  const file = `${pathOf(url)}.map`;
  if (!mapsBeside.has(file))
    mapsBeside.set(file, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  return mapsBeside.get(file);
};

const follow = (callFrame, map) => {
  const found = map?.findEntry(callFrame.lineNumber, callFrame.columnNumber);
  if (!found?.originalSource) return;
  callFrame.url = found.originalSource;
  callFrame.lineNumber = found.originalLine;
  callFrame.columnNumber = found.originalColumn;
};

/** Names the place as it was written. Only the process can: its bundle is gone when somebody reads the profile. */
const unbundle = ({ callFrame }) => {
  if (!callFrame.url.startsWith('file:')) return;
  follow(callFrame, findSourceMap(callFrame.url) ?? findSourceMap(pathOf(callFrame.url)));
  // What tsx loads it maps to what it read, which may be a bundle with a map of its own.
  follow(callFrame, mapBeside(callFrame.url));
};

if (isMainThread) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  // It answers at once: a session within the process does not wait for the loop, which is over by now.
  process.once('exit', () =>
    session.post('Profiler.stop', (error, said) => {
      if (error) return;
      for (const node of said.profile.nodes) unbundle(node);
      mkdirSync(directory, { recursive: true });
      const name = basename(process.argv[1] ?? 'node').replace(/\.\w+$/, '');
      writeFileSync(join(directory, `${name}.${process.pid}.cpuprofile`), JSON.stringify(said.profile));
    }),
  );
}
