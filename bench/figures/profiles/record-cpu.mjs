/**
 * Loaded before every process of a profiled run, and records where its time goes. It uses the inspector, because Node
 * 20 does not accept --cpu-prof in NODE_OPTIONS, and the processes of a system get no other option.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { findSourceMap, SourceMap } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const directory = fileURLToPath(new URL('../../../.startline/profiles/', import.meta.url));

const pathOf = (url) => (url.startsWith('file:') ? fileURLToPath(url) : url);

/** Source maps by file; undefined where there is none. */
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

/**
 * Replaces the position in a bundle by the position in the source. Only the process can do it: its bundle is gone when
 * somebody reads the profile.
 */
const unbundle = ({ callFrame }) => {
  if (!callFrame.url.startsWith('file:')) return;
  follow(callFrame, findSourceMap(callFrame.url) ?? findSourceMap(pathOf(callFrame.url)));
  // tsx maps to the file it read, which may itself be a bundle with a source map.
  follow(callFrame, mapBeside(callFrame.url));
};

if (isMainThread) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  // It answers at once: a session within the process does not wait for the event loop, which has ended by now.
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
