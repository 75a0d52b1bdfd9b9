import pg from 'pg';
import * as v from 'valibot';
import { type QueueName, sqsName } from '../../../lib/event-sources';
import type { Site } from '../../../loadtest/people/journey';
import { localhost } from '../../../local/addresses';
import { type Settings, settings } from '../../../local/mail/settings';
import type { DeliveryFaults } from '../../../local/processor/webhooks';
import type { Faults } from '../../../local/queues/queue/fault-injection';
import { makeSecrets } from '../../../local/services/secrets/make-secrets';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import { type System, startSystem } from '../../../local/system';
import { soon } from './soon';

/** A whole system that faults are tried on, with every control they need. */
export interface FaultSystem {
  readonly system: System;
  readonly dataDir: string;
  readonly site: Site;
  /** Connected as the schema's owner, who sees everything and can move instants into the past. */
  readonly database: pg.Pool;
  readonly processorKey: string;
  /** Kills a process with -9 and waits until the supervisor has started it again. */
  kill(name: string): Promise<void>;
  signal(name: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL' | 'SIGINT' | 'SIGQUIT'): void;
  queue(name: QueueName, faults: Partial<Faults>): Promise<void>;
  /** Moves the clocks of all queues ahead by this number of seconds. */
  hurry(seconds: number): Promise<void>;
  mail(change: Partial<Settings>): Promise<Settings>;
  /** How many mails SES has accepted in the last 24 hours. */
  mailsToday(): Promise<number>;
  webhooks(faults: DeliveryFaults): Promise<void>;
  /** Lets this share of a service's answers break off (local/http/broken-answers.ts). Resolves with how many did since the last call. */
  breakAnswers(service: 'mail' | 'processor' | 'queues', share: number): Promise<number>;
  /** How many writes a second the processor takes; null: any number. Resolves with how many it refused since the last call. */
  limit(writesPerSecond: number | null): Promise<number>;
  stop(): Promise<void>;
}

/** The minute jobs run this many times faster than real time: what a crash left is taken up within a second. */
const scheduleScale = '60';
const timeoutSeconds = 60;
/**
 * Unlimited unless a fault says otherwise, also after the SES server was killed: many openings need more than one day's
 * quota.
 */
const mailsADay = '-1';

const call = async (method: string, url: string, body?: unknown, bearer = ''): Promise<Record<string, unknown>> => {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

/** Starts a system of its own. */
export const openFaultSystem = async (options: {
  readonly port: number;
  readonly dataDir: string;
  readonly say?: (news: string) => void;
}): Promise<FaultSystem> => {
  const system = await startSystem({
    ...options,
    seed: false,
    env: { SCHEDULE_SCALE: scheduleScale, MAX_24_HOUR_SEND: mailsADay },
  });
  const { secretKey = '', publishableKey = '' } =
    makeSecrets(`${options.dataDir}/secrets.json`)[secretIds.processor] ?? {};
  const database = new pg.Pool({ connectionString: system.urls.ownerDatabase, max: 4 });
  // A server that is stopped ends its connections: the next query gets a new one.
  database.on('error', () => undefined);
  const mailUrl = localhost(system.ports.mail);

  const signal: FaultSystem['signal'] = (name, which) => {
    const pid = system.pids[name];
    if (!pid) throw new Error(`There is no process ${name}.`);
    process.kill(pid, which);
  };
  return {
    system,
    dataDir: options.dataDir,
    site: { url: system.urls.page, processor: { url: system.urls.processor, publishableKey } },
    database,
    processorKey: secretKey,
    signal,
    async kill(name) {
      const before = system.pids[name];
      signal(name, 'SIGKILL');
      await soon(`${name} runs again`, timeoutSeconds, async () => system.pids[name] !== before);
    },
    queue: async (name, faults) => {
      await call('PATCH', `${system.urls.queues}/local/queues/${sqsName(name)}`, faults);
    },
    hurry: async (seconds) => {
      await call('POST', `${system.urls.queues}/local/hurry`, { seconds });
    },
    mail: async (change) => v.parse(settings, await call('PATCH', `${mailUrl}/local/settings`, change)),
    mailsToday: async () => Number((await call('GET', `${mailUrl}/local/summary`)).accepted),
    webhooks: async (faults) => {
      await call('PATCH', `${system.urls.processor}/local/webhooks`, faults, secretKey);
    },
    breakAnswers: async (service, share) => {
      const { broken } = await call('PATCH', `${localhost(system.ports[service])}/local/broken-answers`, { share });
      return v.parse(v.number(), broken);
    },
    limit: async (writesPerSecond) => {
      const { before } = await call('PATCH', `${system.urls.processor}/local/limits`, { writesPerSecond }, secretKey);
      return v.parse(v.object({ refused: v.number() }), before).refused;
    },
    async stop() {
      await database.end();
      await system.stop();
    },
  };
};
