import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { FunctionName } from '../../lambdas/contract/functions';
import { readUsage } from '../../loadtest/target/process-usage';
import { freeBasePort } from '../../local/services/free-port';
import { openDatabases, postgresDirectory } from '../../local/services/postgres';
import { readCommandLine, refuse } from '../../local/supervisor/read-arguments';
import { bundle } from '../bundles/bundle';

const usage = `npm run bench:documents -- [invoices]

Measures how long one environment of issue-documents takes to number the invoices of an opening (50000), and what that costs the
database. Runs the deployed bundles on a PostgreSQL of its own.`;

const [wanted = '50000', ...more] = readCommandLine({}, usage).positionals;
if (!/^[1-9]\d{0,6}$/.test(wanted) || more.length > 0)
  refuse(`"${[wanted, ...more].join(' ')}" was said; one whole number of invoices was expected.`, usage);
const invoices = Number(wanted);
const result = 'bench/documents/result.md';

/** Starts an environment. `run` resolves with the milliseconds that one invocation took. */
const startEnvironment = async (name: FunctionName, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [resolve('bench/documents/environment.mjs'), await bundle(name)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, AWS_REGION: 'us-east-1', POWERTOOLS_DEV: 'false', LOG_LEVEL: 'ERROR', ...env },
  });
  const took = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    async run(): Promise<number> {
      child.stdin.write('\n');
      for (;;) {
        const { value, done } = await took.next();
        if (done) throw new Error(`${name} ended with ${child.exitCode}.`);
        const [, ms] = /^took ([\d.]+)$/.exec(value) ?? [];
        if (ms) return Number(ms);
      }
    },
    stop: () => child.stdin.end(),
  };
};

/** A race that sold out, as the writer and `record-settlements` leave it: every payment captured, every invoice due. */
const seed = [
  `INSERT INTO seller (id, name, address, country, prefix) VALUES ('club', 'Club', 'Main street 1', 'DE', 'C-')`,
  `INSERT INTO race (id, name, place, date, time_zone, description, currency, opens_at, closes_at, waiver_version, waiver_text,
     waiver_hash, seller_id, tax_rate, tax_label)
   VALUES ('city', 'City run', 'Ulm', '2027-05-01', 'Europe/Berlin', '', 'EUR', now(), now() + interval '1 day', '1', 'w', 'h',
     'club', 1900, 'VAT')`,
  `INSERT INTO event VALUES ('0199a000-0000-7000-8000-000000000001', 'city', 1, '10 km', 10000, $1, $1 + 1)`,
  `INSERT INTO spot SELECT '0199a000-0000-7000-8000-000000000001', n, '0199a000-0000-7000-8000-00000000000b'
   FROM generate_series(1, $1) n`,
  `INSERT INTO registration (id, event_id, person, outcome, live, spot, block, number, via, runner)
   SELECT ('0199a001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '0199a000-0000-7000-8000-000000000001', 'runner ' || n,
     'confirmed', true, n, '0199a000-0000-7000-8000-00000000000b', n, 'block', '{"email":"ada@example.com"}'
   FROM generate_series(1, $1) n`,
  `INSERT INTO payment (registration_id, authorisation, amount, currency, wanted, state, settled_at)
   SELECT id, 'pi_' || number, 7500, 'EUR', 'capture', 'captured', now() - interval '2 days' + number * interval '10 ms'
   FROM registration`,
  `INSERT INTO document_due SELECT registration_id, 'club', settled_at + interval '24 hours' FROM payment`,
];

const measure = async (): Promise<void> => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'startline-documents-'));
  const base = await freeBasePort();
  const databases = await openDatabases({
    repository: process.cwd(),
    dataDirectory,
    ports: { primary: base, standby: base + 1 },
    say: console.error,
  });
  const server = await databases.startPrimary();
  const sql = new pg.Client({ connectionString: databases.urlOf('owner') });
  try {
    const migrations = await startEnvironment('migrate-database', {
      OWNER_DATABASE_URL: `${databases.urlOf('owner')}?sslmode=disable`,
    });
    await migrations.run();
    migrations.stop();
    await sql.connect();
    for (const statement of seed) await sql.query(statement, statement.includes('$1') ? [invoices] : []);
    await sql.query('ANALYZE');

    const issuer = await startEnvironment('issue-documents', {
      DATABASE_URL: `${databases.urlOf('registrar')}?sslmode=disable`,
    });
    const cpu = () => {
      const usage = readUsage([
        { name: 'database', pid: server.pid },
        { name: 'function', pid: issuer.pid },
      ]);
      return [
        usage.get('database')?.cpuSeconds ?? Number.NaN,
        usage.get('function')?.cpuSeconds ?? Number.NaN,
      ] as const;
    };
    const issued = async () => Number((await sql.query('SELECT count(*) FROM document')).rows[0].count);
    const before = cpu();
    const load = loadavg()[0] ?? Number.NaN;
    const runs: number[] = [];
    while ((await issued()) < invoices) runs.push(await issuer.run());
    const after = cpu();
    issuer.stop();
    const { rows } = await sql.query('SELECT max(number) AS last, count(DISTINCT number) AS numbers FROM document');
    if (Number(rows[0].last) !== invoices || Number(rows[0].numbers) !== invoices)
      throw new Error(`The numbers have gaps: ${JSON.stringify(rows[0])}.`);

    const seconds = runs.reduce((sum, ms) => sum + ms, 0) / 1000;
    const each = (index: 0 | 1) => Math.round(((after[index] - before[index]) * 1e6) / invoices);
    const text = `# Documents

Made by \`npm run bench:documents\` on ${new Date().toISOString().slice(0, 10)}: ${invoices.toLocaleString('en')} invoices, due at once, one environment
of \`issue-documents\` (its deployed bundle), PostgreSQL on the same machine with fsync. Node ${process.version}, ${cpus().length} cores.
The load average was ${load.toFixed(1)} when it began: other work on the machine makes the first line longer, and the others hardly.

| | measured | wanted |
|---|---:|---:|
| all invoices, in ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}, s | ${seconds.toFixed(1)} | 60 |
| CPU of the database, each, µs | ${each(0)} | 100 |
| CPU of the function, each, µs | ${each(1)} | – |

The numbers have no gap.
`;
    console.log(text);
    if (invoices === 50_000) writeFileSync(result, text);
  } finally {
    await sql.end().catch(() => undefined);
    await server.stop();
    rmSync(postgresDirectory(dataDirectory), { recursive: true, force: true });
    rmSync(dataDirectory, { recursive: true, force: true });
  }
};

measure().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
