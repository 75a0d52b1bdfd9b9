import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, commandFor, isRoot, onPath } from './apt.mjs';
import { Advice, isOffline, run, step, tail, wasInterrupted } from './run.mjs';

const homebrew = ['/opt/homebrew/bin/memcached', '/usr/local/bin/memcached', '/usr/bin/memcached'];
const unpacked = (tools) => join(tools, 'memcached/usr/bin/memcached');

/** Unpacks Debian's packages below `tools`, which needs no root. Resolves with whether that worked. */
const unpack = async (tools) => {
  mkdirSync(tools, { recursive: true });
  const work = mkdtempSync(join(tools, 'memcached-'));
  try {
    const { output } = await run('apt-cache', ['depends', 'memcached'], { quiet: true });
    const libevent = /Depends: (libevent-[\w.-]+)/.exec(output)?.[1] ?? 'libevent-2.1-7';
    const download = await run('apt-get', ['download', 'memcached', libevent], { cwd: work, quiet: true });
    if (download.code !== 0) return false;
    for (const file of readdirSync(work).filter((name) => name.endsWith('.deb')))
      if ((await run('dpkg', ['-x', join(work, file), join(work, 'root')], { quiet: true })).code !== 0) return false;
    rmSync(join(tools, 'memcached'), { recursive: true, force: true });
    renameSync(join(work, 'root'), join(tools, 'memcached'));
    return existsSync(unpacked(tools));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/** Installs memcached unless it is on the PATH or below `tools`. Throws Advice. */
export const findOrInstallMemcached = async (tools) => {
  const named = process.env.MEMCACHED;
  if (named && !existsSync(named)) throw new Advice(`MEMCACHED names ${named}, which does not exist.`);
  if (named || onPath('memcached') || homebrew.some((file) => existsSync(file)) || existsSync(unpacked(tools))) return;
  let said = '';
  if (onPath('apt-get')) {
    const done = await step('memcached: Debian package, 1 MB', async () => {
      if (isRoot()) said = (await aptInstall('memcached')) ?? '';
      return onPath('memcached') ? true : unpack(tools);
    });
    if (done) return;
  }
  if (wasInterrupted()) throw new Advice('Interrupted.');
  const how = commandFor({ apt: 'memcached', brew: 'memcached', dnf: 'memcached' });
  const why = isOffline(said) ? ' The package archive could not be reached.' : said ? `\n${tail(said)}\n` : '';
  throw new Advice(`memcached is missing.${why} Install it and run the same command again: ${how}`);
};
