import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { freePort } from '../../../local/services/free-port';
import { startMemcached } from '../../../local/services/memcached';
import type { Fault, Moment } from '../fault';
import { dealtTwiceAmong } from '../judge/judge';
import type { FaultSystem } from '../system/fault-system';
import { occupy } from '../system/occupy';
import { dump, flush, type Item, load } from '../system/raw-memcached';
import { lasts, soon } from '../system/soon';

const data = 'memcached-data';
const sessions = ['memcached-session-a', 'memcached-session-b'] as const;

const answers = ({ system: { ports } }: FaultSystem) =>
  soon('the data cache answers', 30, async () => Array.isArray(await dump(ports.data)));

/** A stopped process: the kernel still accepts connections, but no reply comes. */
const freeze = async (target: FaultSystem, names: readonly string[], seconds: number) => {
  for (const name of names) target.signal(name, 'SIGSTOP');
  await lasts(seconds);
  for (const name of names) target.signal(name, 'SIGCONT');
};

export const dataKilled: Fault = {
  name: 'data cache killed',
  what: 'kill -9 of the data memcached, three times; each time it comes back empty at once.',
  async strike(target, moment) {
    for (const share of [0.2, 0.4, 0.7]) {
      await moment.held(share);
      await target.kill(data);
    }
  },
};

export const dataAway = (seconds: number): Fault => ({
  name: 'data cache away',
  what: `kill -9 of the data memcached; for ${seconds} s every connection is refused or cut, then it comes back empty.`,
  lasts: seconds,
  async strike(target, moment) {
    await moment.held(0.3);
    target.signal(data, 'SIGKILL');
    const release = await occupy(target.system.ports.data, (socket) => socket.destroy());
    await lasts(seconds);
    await release();
    await answers(target);
  },
});

export const dataHangs = (seconds: number): Fault => ({
  name: 'data cache hangs',
  what: `SIGSTOP of the data memcached for ${seconds} s, then SIGCONT.`,
  lasts: seconds,
  async strike(target, moment) {
    await moment.held(0.3);
    await freeze(target, [data], seconds);
  },
});

export const dataFlushed: Fault = {
  name: 'data cache flushed',
  what: 'flush_all of the data memcached when 20, 35, 50, 65 and 80 % of the spots are held.',
  async strike({ system }, moment) {
    for (const share of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      await moment.held(share);
      await flush(system.ports.data);
    }
  },
};

const currentBlock = v.object({ id: v.string(), numbers: v.array(v.number()) });

/** A copy made while most of a block is still to be dealt: restoring it deals those numbers again. */
const copyEarlyInABlock = async (port: number, moment: Moment): Promise<readonly Item[]> => {
  let copy: readonly Item[] = [];
  await soon('a block was just begun', 60, async () => {
    // Needed only for the copy: a half-dealt block stays half dealt until more people come.
    copy = await moment.standStill(() => dump(port));
    const kept = (key: string) => copy.find((item) => item.key === key)?.value ?? '';
    const block = v.safeParse(currentBlock, parsed(kept(`block:${moment.eventId}`)));
    const isEarly =
      block.success && Number(kept(`dealt:${block.output.id}`).trim()) <= Math.ceil(block.output.numbers.length / 4);
    return isEarly || moment.isOver();
  });
  return copy;
};

const connectThrough = (socket: Socket, port: number) => {
  const other = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pipe(other).pipe(socket);
  socket.once('close', () => other.destroy());
  other.once('close', () => socket.destroy());
};

const parsed = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** Everything as it was when the copy was made, and nothing that came later. */
const goBack = async (port: number, copy: readonly Item[]) => {
  await flush(port);
  await load(port, copy);
};

/**
 * Later the data memcached is replaced by a copy of an earlier instant: counters continue from their old values, and
 * blocks that ended long ago are current again.
 */
export const oldData: Fault = {
  name: 'data cache with old data',
  what: 'a standby with a copy of the data memcached takes its place (kill -9, same port), and goes back to that copy again and again; at last the real one returns, empty.',
  isIdle: (clients) => dealtTwiceAmong(clients) === 0,
  mayBeShort: true,
  async strike(target, moment) {
    const { ports } = target.system;
    const port = await freePort();
    const standby = await startMemcached({ port, log: join(tmpdir(), 'startline-faults-standby.log') });
    try {
      await moment.held(0.01);
      const copy = await copyEarlyInABlock(ports.data, moment);
      await moment.held(0.3);
      await load(port, copy);
      const release = await moment.standStill(() => {
        target.signal(data, 'SIGKILL');
        return occupy(ports.data, (socket) => connectThrough(socket, port));
      });
      for (const share of [0.45, 0.6, 0.75, 0.9, 1.05, 1.2]) {
        await moment.held(share);
        await goBack(port, copy);
      }
      await moment.held(1.4);
      await release();
      await answers(target);
    } finally {
      await standby.stop();
    }
  },
};

export const sessionsKilled: Fault = {
  name: 'session caches killed',
  what: 'kill -9 of one session memcached, then of the other, then of both; they come back empty.',
  async strike(target, moment) {
    const [one, other] = sessions;
    for (const [share, names] of [
      [0.2, [one]],
      [0.4, [other]],
      [0.6, sessions],
    ] as const) {
      await moment.held(share);
      await Promise.all(names.map((name) => target.kill(name)));
    }
  },
};

export const sessionsHang = (seconds: number): Fault => ({
  name: 'session caches hang',
  what: `flush_all of one session memcached, SIGSTOP of both for ${seconds} s.`,
  lasts: seconds,
  async strike(target, moment) {
    await moment.held(0.3);
    await flush(target.system.ports.sessionA);
    await freeze(target, sessions, seconds);
  },
});
