import { spawn } from 'node:child_process';

/** A sentence for the user, shown without a stack trace. */
export class Advice extends Error {}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let interrupted = false;

// Ctrl-C also reaches the child, which decides how to end; this process only waits. Other signals reach only this
// process.
process.on('SIGINT', () => {
  interrupted = true;
});
for (const signal of ['SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

/** Whether this process received a signal to end. */
export const wasInterrupted = () => interrupted;

/**
 * Runs a program to its end. `quiet` shows its output only in errors.
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
      // `ipc`: the child notices the end of this process, whatever its cause.
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
    // Not `exit`: output may still be on its way then.
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output });
    });
  });

/**
 * Prints one line for a step and its duration.
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

/** Whether a package manager's output means that the network is not reachable. */
export const isOffline = (output) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|Temporary failure|Could not resolve|Failed to fetch|Network is unreachable|Max retries|No matching distribution/i.test(
    output,
  );

/** The last lines of an output. */
export const tail = (output) => output.trim().split('\n').slice(-6).join('\n');
