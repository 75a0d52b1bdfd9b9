import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { withDatabase } from './database';
import type { RunningSystem } from './running-system';

interface Asked {
  readonly json?: unknown;
  /** The state that the sender has seen, as `r17.d4`. */
  readonly seen?: string;
}

export type AskConsole = (method: string, path: string, asked?: Asked) => Promise<unknown>;

/**
 * The console's API of a running system, asked through the gateway by an owner of all races. Each call rejects with the answer when
 * it is refused.
 */
export const ownerOf = async (system: RunningSystem): Promise<AskConsole> => {
  const [staffId, secret] = [uuid7(), randomBytes(32).toString('base64url')];
  await withDatabase(system, async (postgres) => {
    await postgres.query(`INSERT INTO staff (id, email, name, state) VALUES ($1, $2, 'Ada', 'active')`, [
      staffId,
      `${staffId}@example.com`,
    ]);
    await postgres.query(`INSERT INTO staff_role (staff_id, race_id, role) VALUES ($1, NULL, 'owner')`, [staffId]);
    await postgres.query(
      `INSERT INTO staff_session (secret_hash, staff_id, level, confirmed_at, browser)
       VALUES ($1, $2, 'passkey', now(), 'a browser')`,
      [sha256(secret), staffId],
    );
  });
  return async (method, path, { json, seen } = {}) => {
    const answer = await fetch(`${system.url}/api/console${path}`, {
      method,
      headers: {
        cookie: `__Host-startline-staff=${secret}`,
        'sec-fetch-site': 'same-origin',
        'idempotency-key': uuid7(),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(seen !== undefined && { 'if-match': `"${seen}"` }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${body}`);
    return JSON.parse(body);
  };
};
