/**
 * Does the proofs of work that holds ask for, in a thread with a limited share of a core: it hashes for `share` of the
 * time, and sleeps for the rest. First come, first served. A job that is too late for its challenge is dropped.
 */
import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const sliceMs = 20;
const { share } = workerData;
const jobs = [];
let isWorking = false;

const solve = async ({ token, work, until }) => {
  const below = 2 ** 48 / work;
  let tries = 0;
  while (Date.now() < until) {
    for (const end = performance.now() + sliceMs; performance.now() < end; )
      for (let n = 0; n < 500; n++) {
        const nonce = (tries++).toString(36);
        if (hash('sha256', `${token}:${nonce}`, 'buffer').readUIntBE(0, 6) < below) return { nonce, tries };
      }
    if (share < 1) await setTimeout((sliceMs * (1 - share)) / share);
  }
  return { tries };
};

const work = async () => {
  isWorking = true;
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    parentPort.postMessage({ id: job.id, ...(await solve(job)) });
    // Lets the messages of other jobs arrive.
    await setTimeout(0);
  }
  isWorking = false;
};

parentPort.on('message', (job) => {
  jobs.push(job);
  if (!isWorking) void work();
});
