import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { awsEnvironment, functionAddresses, localhost } from '../../../local/addresses';
import { makeSecrets } from '../../../local/services/secrets/make-secrets';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import { deployed } from '../../../local/sources/deployed-function';
import { startSystem } from '../../../local/system';
import { newId } from './person';
import { attackedForm, attackedRaces, type Event, events } from './races';
import { until } from './until';

/** A whole system of our own, with what its owner can look at. */
export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly inbox: string;
  readonly status: string;
  readonly mail: string;
  readonly processor: { readonly url: string; readonly secretKey: string };
  readonly database: pg.Pool;
  /** What a director orders, one after the other, and the answers. Throws when one is refused. */
  direct(orders: readonly object[]): Promise<readonly object[]>;
  /** Moves the functions' clock ahead of all other clocks. Resolves once it applies. Only where `clock` was asked for. */
  setClock(aheadSeconds: number): Promise<void>;
  /** Begins a line in the middle of a sale, after the one that the race has. Caches learn within a minute that a race has one. */
  beginLine(calls: readonly LineCalls[]): Promise<void>;
  stop(): Promise<void>;
}

/** The line of an event calls this share of those who have a pass. */
interface LineCalls {
  readonly event: Event;
  readonly share: number;
}

const loadedBefore = (file: string) =>
  `--import=${pathToFileURL(join(process.cwd(), 'test/attacks/world', file)).href}`;

/** The minute jobs run within seconds here. */
const scheduleScale = '20';

export const startTarget = async (options: {
  readonly port: number;
  readonly dataDir: string;
  readonly say?: (news: string) => void;
  /** Whether the functions' clock can be moved. */
  readonly clock?: boolean;
}): Promise<Target> => {
  const { port, dataDir, clock = false } = options;
  const clockFile = join(dataDir, 'clock');
  const appliedFile = `${clockFile}-applied`;
  for (const file of [clockFile, appliedFile]) writeFileSync(file, '0');
  const setClock = async (aheadSeconds: number) => {
    writeFileSync(clockFile, String(aheadSeconds));
    await until(
      `the clock of the functions is ${aheadSeconds} s ahead`,
      () => readFileSync(appliedFile, 'utf8') === String(aheadSeconds),
    );
  };
  const system = await startSystem({
    port,
    dataDir,
    ...(options.say && { say: options.say }),
    seed: false,
    races: attackedRaces(new Date()),
    orders: attackedForm,
    env: {
      SCHEDULE_SCALE: scheduleScale,
      ...(clock && { ATTACKS_CLOCK: clockFile }),
      NODE_OPTIONS: ['ipv6-visitors.mjs', ...(clock ? ['moved-clock.mjs'] : [])].map(loadedBefore).join(' '),
    },
  });
  const { secretKey = '' } = makeSecrets(join(dataDir, 'secrets.json'))[secretIds.processor] ?? {};
  const database = new pg.Pool({ connectionString: system.urls.ownerDatabase, max: 2 });
  database.on('error', () => undefined);
  // The function that takes orders runs in this process.
  const { urls, ports } = system;
  const addresses = { writer: urls.database, reader: urls.reader, owner: urls.ownerDatabase };
  Object.assign(process.env, { ...awsEnvironment(ports), ...functionAddresses(ports, addresses) });
  const give = deployed({ folder: join(dataDir, 'build/functions'), name: 'direct', timeoutSeconds: 60 });
  const direct = async (orders: readonly object[]) => {
    const answers: object[] = [];
    for (const order of orders) {
      const answer = await give(order);
      if (typeof answer !== 'object' || answer === null || 'refused' in answer)
        throw new Error(`${JSON.stringify(order).slice(0, 200)} failed: ${JSON.stringify(answer)}`);
      answers.push(answer);
    }
    return answers;
  };
  const beginLine = async (calls: readonly LineCalls[]) => {
    const raceId = calls[0]?.event.raceId ?? '';
    const lineId = newId();
    await database.query("UPDATE line SET state = 'over', over_at = now() WHERE race_id = $1 AND state <> 'over'", [
      raceId,
    ]);
    await database.query(beginSurge, [lineId, raceId]);
    // The next tick of the line may have added its events already.
    for (const { event, share } of calls)
      await database.query(
        `INSERT INTO line_event (line_id, event_id, called_to) VALUES ($1, $2, $3)
         ON CONFLICT (line_id, event_id) DO UPDATE SET called_to = excluded.called_to`,
        [lineId, event.eventId, wave + share],
      );
  };
  await beginLine([
    { event: events.called, share: 1 },
    { event: events.uncalled, share: 0 },
  ]);
  await beginLine([{ event: events.elsewhere, share: 1 }]);
  await beginLine([{ event: events.again, share: 1 }]);
  await beginLine([{ event: events.scarce, share: 0.5 }]);
  const lobbyId = newId();
  await database.query(openLobby, [lobbyId, events.lobby.raceId]);
  await database.query('INSERT INTO line_event (line_id, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    lobbyId,
    events.lobby.eventId,
  ]);
  return {
    url: system.urls.page,
    inbox: system.urls.inbox,
    status: system.urls.status,
    mail: localhost(system.ports.mail),
    processor: { url: system.urls.processor, secretKey },
    database,
    direct,
    setClock,
    beginLine,
    async stop() {
      await database.end();
      await system.stop();
    },
  };
};

/** The wave of everybody who comes to these lines, because their gun is tomorrow: so they do not open by themselves either. */
const wave = 2;
const openLobby = `
  INSERT INTO line (id, race_id, kind, state, gun, enrol_until, at_gun, commitment, secret)
  SELECT $1, id, 'opening', 'lobby', opens_at, opens_at + interval '12 seconds', 'draw', sha256(id::bytea), sha256(name::bytea)
  FROM race WHERE id = $2`;
const beginSurge = `
  INSERT INTO line (id, race_id, kind, state, gun, enrol_until, paused_reason)
  VALUES ($1, $2, 'surge', 'calling', now() + interval '1 day', now(), 'An attack is tried.')`;
