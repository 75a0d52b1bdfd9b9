import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';

const deadlineMs = 30_000;
const megabyte = 1024 * 1024;

/** Settings by which a process of Node opens its inspector on a free port, once it gets the signal. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=0' } as const;

/**
 * Megabytes of objects that a process of Node still needs, after its garbage was collected: what it has besides, V8 has not given back
 * yet. The process must have been started with `inspectable`. `log`: the file with its stderr. Rejects when it does not answer.
 */
export const liveObjectsOf = async (pid: number, log: string): Promise<number> => {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await addressIn(log));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error(`The inspector of process ${pid} does not answer.`));
    });
    await ask(socket, 1, 'HeapProfiler.collectGarbage');
    const expression = 'process.memoryUsage().heapUsed + process.memoryUsage().external';
    const said = await ask(socket, 2, 'Runtime.evaluate', { expression, returnByValue: true });
    return v.parse(v.object({ result: v.object({ value: v.number() }) }), said).result.value / megabyte;
  } finally {
    socket.close();
  }
};

/** The process says it once, and again after it was started anew. */
const addressIn = async (log: string): Promise<string> => {
  for (const ends = performance.now() + deadlineMs; performance.now() < ends; await setTimeout(100)) {
    const said = [...readFileSync(log, 'utf8').matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1];
    if (said !== undefined) return said;
  }
  throw new Error(`${log} does not say where the inspector listens.`);
};

const answer = v.object({ id: v.optional(v.number()), result: v.optional(v.unknown()) });

const ask = (socket: WebSocket, id: number, method: string, params: object = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(() => reject(new Error(`${method} took too long.`)), deadlineMs);
    socket.addEventListener('message', ({ data }) => {
      const said = v.parse(answer, JSON.parse(String(data)));
      if (said.id !== id) return;
      clearTimeout(timer);
      resolve(said.result);
    });
    socket.send(JSON.stringify({ id, method, params }));
  });
