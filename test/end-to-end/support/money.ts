import { join } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { localhost } from '../../../local/addresses';
import { makeSecrets } from '../../../local/services/secrets/make-secrets';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import { until } from '../../support/until';
import { databaseUrl } from './database';
import type { RunningSystem } from './running-system';

type System = Pick<RunningSystem, 'dataDir' | 'ports'>;

/** What is known of the money of one registration. */
export interface Money {
  /** Each payment of the processor: its status, and how much was taken. */
  readonly processor: readonly string[];
  /** Each row of the database: what was decided of the registration, and the state of its payment. */
  readonly database: readonly string[];
}

const intents = v.object({ data: v.array(v.object({ status: v.string(), amount_received: v.number() })) });

export const secretsOf = ({ dataDir }: System) => makeSecrets(join(dataDir, 'secrets.json'));

const fromProcessor = async (system: System, registrationId: string) => {
  const query = new URLSearchParams({ query: `metadata['registration_id']:'${registrationId}'` });
  const key = secretsOf(system)[secretIds.processor]?.secretKey;
  const answer = await fetch(`${localhost(system.ports.processor)}/v1/payment_intents/search?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return v.parse(intents, await answer.json()).data.map((one) => `${one.status} ${one.amount_received}`);
};

const fromDatabase = async (system: System, registrationId: string) => {
  const client = new pg.Client({ connectionString: databaseUrl(system, 'owner') });
  await client.connect();
  try {
    const { rows } = await client.query<{ said: string }>(
      `SELECT concat_ws(' ', r.outcome, p.state, p.amount - p.refunded) AS said
       FROM registration r FULL JOIN payment p ON p.registration_id = r.id
       WHERE coalesce(r.id, p.registration_id) = $1`,
      [registrationId],
    );
    return rows.map(({ said }) => said);
  } finally {
    await client.end();
  }
};

const moneyOf = async (system: System, registrationId: string): Promise<Money> => {
  const [processor, database] = await Promise.all([
    fromProcessor(system, registrationId),
    fromDatabase(system, registrationId),
  ]);
  return { processor, database };
};

/** One runner, charged once: this many cents. */
export const charged = (amount: number): Money => ({
  processor: [`succeeded ${amount}`],
  database: [`confirmed captured ${amount}`],
});
/** One runner of the marathon. */
export const oneCharge = charged(8_900);

/** Once nothing is under way: the order to capture is carried out after the runner is told that they are in. */
export const moneyIs = async (system: System, registrationId: string, money: Money): Promise<void> => {
  let now: Money | undefined;
  const isSo = async () => {
    now = await moneyOf(system, registrationId);
    return JSON.stringify(now) === JSON.stringify(money);
  };
  await until(isSo, 120, () => `${JSON.stringify(money)}; it is ${JSON.stringify(now)}`);
};
