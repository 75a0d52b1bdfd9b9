import { spawn } from 'node:child_process';

/** A sentence for the person at the keyboard: shown without a stack trace. */
export class Advice extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let interrupted = false;

// Ctrl-C reaches our child too, which decides how to end; we only wait for it. Other signals reach us alone.
process.on('SIGINT', () => {
  interrupted = true;
});
for (const signal of ['SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

/** Whether somebody asked us to end. */
export const wasInterrupted = () => interrupted;

/**
 * Runs a program to its end. `quiet` keeps what it says for an error.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, quiet?: boolean, env?: Record<string, string>, exitWithParent?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, { cwd, quiet = false, env, exitWithParent = false } = {}) =>
  new Promise((resolve, reject) => {
    const talk = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      // `ipc`: the other side notices when we are gone, however we ended.
      stdio: exitWithParent ? ['inherit', talk, talk, 'ipc'] : ['inherit', talk, talk],
      env: { ...process.env, ...env },
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output });
    });
  });

/**
 * One line for one step: what, and how long it took. Nothing is printed for a step with nothing to do.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
export const step = async (name, work) => {
  const since = performance.now();
  process.stdout.write(`  … ${name}\n`);
  const result = await work();
  process.stdout.write(`  ✓ ${name}, ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
  return result;
};

/** Whether the words of a package manager mean that it could not get out. */
export const isOffline = (output) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|Temporary failure|Could not resolve|Failed to fetch|Network is unreachable|Max retries|No matching distribution/i.test(
    output,
  );

/** The last lines somebody said. */
export const tail = (output) => output.trim().split('\n').slice(-6).join('\n');
