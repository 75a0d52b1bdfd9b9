import { connect, createServer, type Server, type Socket } from 'node:net';
import { uuid7 } from '../../lambdas/platform/uuid';
import { localhost } from '../../local/addresses';
import { registerRunner } from '../mail/register-runner';
import { openConsole } from '../staff/console-world';
import { type MadeRace, makeRace } from '../support/races/race';

/** The function `run-jobs` as it is deployed, on a database that goes away while all of its jobs run. */
const console = openConsole();
jest.setTimeout(300_000);

/** A way to PostgreSQL that can be cut. */
const openWire = async (port: number) => {
  const sockets = new Set<Socket>();
  let isCut = false;
  let answers = 0;
  let last = Number.POSITIVE_INFINITY;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server: Server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      // What was asked is done, and nobody hears of it.
      if (++answers > last) cut();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server has a port');
  return {
    port: address.port,
    answers: () => answers,
    isCut: () => isCut,
    /** Is cut instead of the answer after so many more. */
    cutAfter: (more: number) => {
      last = answers + more;
    },
    mend: () => {
      isCut = false;
      last = Number.POSITIVE_INFINITY;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

let wire: Awaited<ReturnType<typeof openWire>>;
let runJobs: (event: unknown) => Promise<unknown>;
beforeAll(async () => {
  const there = new URL(process.env.DATABASE_URL ?? '');
  wire = await openWire(Number(there.port));
  there.port = String(wire.port);
  Object.assign(process.env, {
    DATABASE_URL: there.href,
    MAIL_QUEUE_URL: `${localhost(1)}/000000000000/mail.fifo`,
    WEBHOOKS_QUEUE_URL: `${localhost(1)}/000000000000/webhooks`,
  });
  ({ handler: runJobs } = await import('../../lambdas/functions/run-jobs'));
  await console.postgres.query(
    'INSERT INTO mail_quota (max_24_hours, max_send_rate, read_at) VALUES (-1, 100, now()) ON CONFLICT (one) DO UPDATE SET max_send_rate = 100',
  );
});
afterAll(() => wire?.close());

const cancelled = 4;
const told = 25;

const raceOf = async (people: number): Promise<MadeRace> => {
  const race = await makeRace(console.postgres, { spots: people });
  for (let n = 1; n <= people; n++)
    await registerRunner(console.postgres, race, { spot: n, email: `runner.${n}@example.com` });
  await console.postgres.query(
    `UPDATE registration SET recorded_at = clock_timestamp() - interval '1 hour' + make_interval(secs => number) WHERE event_id = $1`,
    [race.eventId],
  );
  // Nothing is announced while a race opens.
  await console.postgres.query(`UPDATE race SET opens_at = now() - interval '2 days' WHERE id = $1`, [race.raceId]);
  return race;
};

interface Ordered {
  readonly ends: MadeRace;
  readonly runs: MadeRace;
  readonly file: string;
}

/** Orders one job of each kind. */
const order = async (): Promise<Ordered> => {
  const [ends, runs] = [await raceOf(cancelled), await raceOf(told)];
  const [{ name } = { name: '' }] = await console.postgres.query<{ name: string }>(
    'SELECT name FROM race WHERE id = $1',
    [ends.raceId],
  );
  const { raceId } = runs;
  const done = [
    await console.direct({
      cancelRace: { raceId: ends.raceId, name, refundPercent: 100, message: 'A storm is coming.' },
    }),
    await console.direct({
      sendAnnouncement: { raceId, announcementId: uuid7(), subject: 'Start at 9', body: 'Come early.' },
    }),
  ];
  expect(done).toEqual([{ cancelledRace: expect.anything() }, { sentAnnouncement: expect.anything() }]);
  // Nobody orders more than thirty files a minute.
  const { secret } = await console.signedIn([{ role: 'owner', raceId: undefined }]);
  const { status, body } = await console.call('POST', `/races/${raceId}/exports`, { secret, json: { format: 'csv' } });
  expect(status).toBe(202);
  return { ends, runs, file: body.id };
};

/** As if the minute were over: whoever had a job has lost it. */
const aMinuteLater = () =>
  Promise.all(
    ['job', 'announcement', 'export_file'].map((table) =>
      console.postgres.query(
        `UPDATE ${table} SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`,
      ),
    ),
  );

const endOf = async ({ ends, runs, file }: Ordered) => {
  const [end] = await console.postgres.query(
    `SELECT
       (SELECT state FROM job WHERE race_id = $1) AS cancellation,
       (SELECT count(*)::int FROM registration WHERE event_id = $2 AND live) AS live,
       (SELECT count(*)::int FROM audit WHERE event_id = $2 AND action = 'cancelled') AS cancelled,
       (SELECT count(*)::int FROM outbox o JOIN registration g ON g.id::text = o.body ->> 'registrationId'
          WHERE g.event_id = $2 AND o.body ->> 'action' = 'refund') AS refunds,
       (SELECT count(*)::int FROM outbox o JOIN registration g ON g.id::text = o.body ->> 'registrationId'
          WHERE g.event_id = $2 AND o.body ->> 'template' = 'cancellation') AS "toldOfIt",
       (SELECT state FROM announcement WHERE race_id = $3) AS announcement,
       (SELECT ordered FROM announcement WHERE race_id = $3) AS ordered,
       (SELECT count(*)::int FROM outbox o JOIN registration g ON g.id::text = o.body ->> 'registrationId'
          WHERE g.event_id = $4 AND o.body ->> 'template' = 'announcement') AS mails,
       (SELECT state FROM export_file WHERE id = $5) AS file,
       (SELECT rows FROM export_file WHERE id = $5) AS rows`,
    [ends.raceId, ends.eventId, runs.raceId, runs.eventId, file],
  );
  const text = console.objects.store.get(`exports/${file}.csv`)?.body.toString() ?? '';
  const addresses = text.match(/runner\.\d+@example\.com/g) ?? [];
  return { ...end, inFile: addresses.length, differentInFile: new Set(addresses).size };
};
const wholeEnd = {
  cancellation: 'done',
  live: 0,
  cancelled,
  refunds: cancelled,
  toldOfIt: cancelled,
  announcement: 'done',
  ordered: told,
  mails: told,
  file: 'done',
  rows: told,
  inFile: told,
  differentInFile: told,
};

/** How many answers of the database a run hears from which it finishes all jobs. */
let whole = 0;
test('a run that the database leaves alone finishes a cancellation, an announcement and a file', async () => {
  const ordered = await order();
  const before = wire.answers();
  await runJobs({});
  whole = wire.answers() - before;
  expect(await endOf(ordered)).toEqual(wholeEnd);
  expect(whole).toBeGreaterThan(40);
});

test('wherever the database goes away for a minute, all jobs go on afterwards, and nothing is done twice', async () => {
  // Not the last ones: chunks of answers are not counted alike twice.
  for (let cut = 1; cut < whole * 0.85; cut += 2) {
    const ordered = await order();
    wire.cutAfter(cut);
    await runJobs({}).catch(() => undefined);
    // The schedule goes on, too.
    if (wire.isCut()) await expect(runJobs({})).rejects.toThrow();
    expect([cut, wire.isCut()]).toEqual([cut, true]);
    wire.mend();
    for (let run = 0; run < 3; run++) {
      await aMinuteLater();
      await runJobs({});
    }
    expect([cut, await endOf(ordered)]).toEqual([cut, wholeEnd]);
  }
});
