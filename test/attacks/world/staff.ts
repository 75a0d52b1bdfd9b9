import { createHash } from 'node:crypto';
import { type Answer, newSecret } from './client';
import { newId } from './person';
import type { World } from './world';

export interface Told {
  /** Nothing is changed. */
  readonly isDryRun?: boolean;
  /** Of the order: one that is sent again gets the first answer. */
  readonly id?: string;
}

/** Orders commands of a race at the console over HTTP, as somebody with this role does. */
export type Director = (command: string, content: object, told?: Told) => Promise<Answer>;

export interface SignedIn {
  readonly staffId: string;
  readonly order: Director;
  /** Any request with their session. */
  readonly ask: (method: string, path: string, json?: object) => Promise<Answer>;
  /** What their browser sends with each. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Somebody who works here and is signed in. What they know of passkeys is another story. */
export const signInWith = async (
  world: World,
  raceId: string,
  role: 'owner' | 'director' | 'desk',
): Promise<SignedIn> => {
  const { database } = world.target;
  const [staffId, secret] = [newId(), newSecret()];
  await database.query(`INSERT INTO staff (id, email, name, state) VALUES ($1, $2, 'Dora', 'active')`, [
    staffId,
    `${staffId}@attacked.example`,
  ]);
  await database.query('INSERT INTO staff_role (staff_id, race_id, role) VALUES ($1, $2, $3)', [staffId, raceId, role]);
  await database.query(
    `INSERT INTO staff_session (secret_hash, staff_id, level, confirmed_at, browser)
     VALUES ($1, $2, 'passkey', now(), 'a browser')`,
    [createHash('sha256').update(secret).digest('base64url'), staffId],
  );
  const program = world.program();
  const headers = { cookie: `__Host-startline-staff=${secret}`, 'sec-fetch-site': 'same-origin' };
  return {
    staffId,
    headers,
    ask: (method, path, json) =>
      program.ask(method, path, { headers: { ...headers, 'idempotency-key': newId() }, ...(json && { json }) }),
    order: (command, content, { isDryRun = false, id = newId() } = {}) =>
      program.ask('POST', `/api/console/races/${raceId}/commands/${command}${isDryRun ? '?dry=true' : ''}`, {
        headers: { ...headers, 'idempotency-key': id },
        json: content,
      }),
  };
};

/** How they order. */
export const signIn = async (...who: Parameters<typeof signInWith>): Promise<Director> =>
  (await signInWith(...who)).order;
