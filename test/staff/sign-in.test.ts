import { sha256 } from '../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../lambdas/platform/uuid';
import { maxSignInsPerHour } from '../../lambdas/staff/sign-in';
import { type FreshDatabase, freshDatabase } from '../support/postgres/database';
import { newAuthenticator } from './authenticator';
import { openStaff } from './staff-world';

let database: FreshDatabase;
let world: ReturnType<typeof openStaff>;
beforeAll(async () => {
  database = await freshDatabase();
  world = openStaff(database.postgres);
});
afterAll(() => database.close());

const ordered = (template: string) =>
  database.postgres.query<{ key: string }>(
    `SELECT body ->> 'registrationId' AS key FROM outbox WHERE body ->> 'template' = $1`,
    [template],
  );

describe('a mailed link', () => {
  test('signs in once, and never again', async () => {
    const { staffId } = await world.invite('viewer');
    const token = await world.newestToken(staffId);
    const opened = await world.use.openLink(token, 'Firefox');
    expect(opened).toHaveProperty('secret');
    expect(await world.use.openLink(token, 'Firefox')).toBe('used');
    expect(await world.actions(staffId)).toEqual(['role-given', 'signed-in']);
  });

  test('signs one of many in who open it at the same moment', async () => {
    const { staffId } = await world.invite('viewer');
    const token = await world.newestToken(staffId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.use.openLink(token, 'Firefox')));
    expect(answers.filter((answer) => answer !== 'used')).toHaveLength(1);
  });

  test('opens nothing when it is over, forged, or its owner is locked', async () => {
    const { staffId } = await world.invite('viewer');
    const token = await world.newestToken(staffId);
    expect(await world.use.openLink(`${token}x`, '')).toBe('used');
    expect(await world.use.openLink(await world.tokens.signStaffLink(uuid7()), '')).toBe('used');
    await database.postgres.query(`UPDATE staff_link SET expires_at = clock_timestamp() WHERE staff_id = $1`, [
      staffId,
    ]);
    expect(await world.use.openLink(token, '')).toBe('used');

    const locked = await world.invite('viewer');
    await world.staff.setState(locked.staffId, 'locked', staffId);
    expect(await world.use.openLink(await world.newestToken(locked.staffId), '')).toBe('used');
  });

  test('is mailed three times at most while the earlier ones are open, and to nobody who is unknown', async () => {
    const { email, staffId } = await world.invite('desk');
    const before = (await ordered('staff-link')).length;
    await Promise.all(Array.from({ length: 6 }, () => world.use.askLink(email.toUpperCase(), email)));
    expect((await world.linksOf(staffId)).filter(({ kind }) => kind === 'sign-in')).toHaveLength(3);
    expect(await ordered('staff-link')).toHaveLength(before + 3);
    expect(await world.use.askLink('nobody@example.com', 'somewhere')).toBe('asked');
    expect(await ordered('staff-link')).toHaveLength(before + 3);
  });

  describe('that a stranger asks for all day', () => {
    const lasting = async (staffId: string) => {
      const [newest] = await database.postgres.query<{ minutes: number; made: number }>(
        `SELECT round(extract(epoch FROM max(expires_at) - clock_timestamp()) / 60)::int AS minutes, count(*)::int AS made
         FROM staff_link WHERE staff_id = $1 AND kind = 'sign-in'`,
        [staffId],
      );
      return newest;
    };
    /** Twenty were mailed and never opened, and their time is over. */
    const flooded = async () => {
      const { email, staffId } = await world.invite('desk');
      for (let n = 0; n < 20; n++) {
        await world.use.askLink(email, `${email} ${n}`);
        await over(staffId);
      }
      expect(await lasting(staffId)).toMatchObject({ made: 20 });
      return { staffId, ask: () => world.use.askLink(email, email) };
    };
    const over = (staffId: string) =>
      database.postgres.query(
        `UPDATE staff_link SET expires_at = least(expires_at, clock_timestamp()) WHERE staff_id = $1 AND kind = 'sign-in'`,
        [staffId],
      );

    test('does not lock its owner out: the next is good for an hour, and none is mailed while it is open', async () => {
      const { staffId, ask } = await flooded();
      for (let n = 0; n < 4; n++) await ask();
      expect(await lasting(staffId)).toEqual({ minutes: 60, made: 21 });
      expect(await world.byLink(staffId)).toEqual(expect.any(String));
      await ask();
      expect(await lasting(staffId)).toEqual({ minutes: 60, made: 22 });
      await over(staffId);
      await ask();
      expect(await lasting(staffId)).toEqual({ minutes: 60, made: 23 });
    });

    test('fills no mailbox, also where a mail program opens every link: three an hour', async () => {
      const { staffId, ask } = await flooded();
      for (let n = 0; n < 6; n++) {
        await ask();
        await database.postgres.query('UPDATE staff_link SET used_at = clock_timestamp() WHERE staff_id = $1', [
          staffId,
        ]);
      }
      expect(await lasting(staffId)).toEqual({ minutes: 60, made: 23 });
    });

    test('is quick again a day later', async () => {
      const { staffId, ask } = await flooded();
      await database.postgres.query(
        `UPDATE staff_link SET expires_at = expires_at - interval '1 day' WHERE staff_id = $1 AND kind = 'sign-in'`,
        [staffId],
      );
      await ask();
      expect(await lasting(staffId)).toEqual({ minutes: 15, made: 21 });
    });
  });

  test('can be asked for as often from four addresses of one IPv6 network as from one', async () => {
    const from = (n: number) => `2001:db8:77:${n.toString(16)}::/64`;
    for (let n = 0; n < 4 * maxSignInsPerHour; n++)
      expect(await world.use.askLink('nobody@example.com', from(n))).toBe('asked');
    expect(await world.use.askLink('nobody@example.com', from(999))).toBe('too-many-requests');
    expect(await world.use.askLink('nobody@example.com', '2001:db8:78:1::/64')).toBe('asked');
  });

  test('can be asked for so often from one network, whether addresses are known or not', async () => {
    const ask = (email: string) => world.use.askLink(email, 'a busy network');
    for (let asked = 0; asked < maxSignInsPerHour; asked++)
      expect(await ask(`nobody-${asked}@example.com`)).toBe('asked');
    expect(await ask('nobody@example.com')).toBe('too-many-requests');
  });
});

describe('a passkey', () => {
  test('is made after an invitation, and alone is enough from then on', async () => {
    const { staffId } = await world.invite('director');
    const secret = await world.byLink(staffId);
    expect(await world.signed(secret)).toMatchObject({
      level: 'link',
      mayEnrol: true,
      passkeys: 0,
      isConfirmed: false,
    });
    const { answer, authenticator } = await world.enrol(secret);
    expect(answer).toBe('enrolled');
    expect(await world.signed(secret)).toMatchObject({
      level: 'passkey',
      mayEnrol: false,
      passkeys: 1,
      isConfirmed: true,
    });

    const response = authenticator.use({ challenge: await world.challengeOf('sign-in') });
    const signedIn = await world.use.withPasskey(response, 'Safari');
    if (signedIn === 'refused') throw new Error(signedIn);
    expect(await world.signed(signedIn.secret)).toMatchObject({ staffId, level: 'passkey', isConfirmed: true });
    expect(await ordered('passkeys-changed')).toContainEqual({ key: staffId });
    expect(await world.actions(staffId)).toEqual(['role-given', 'signed-in', 'passkey-made', 'signed-in']);
  });

  test('is not made by a link where there is one already', async () => {
    const { staffId, email } = await world.invite('owner');
    await world.enrol(await world.byLink(staffId));
    await world.use.askLink(email, email);
    const thief = await world.byLink(staffId);
    expect(await world.signed(thief)).toMatchObject({ level: 'link', mayEnrol: false });
    expect((await world.enrol(thief)).answer).toBe('not-now');
    expect(await world.signIns.passkeys(staffId)).toHaveLength(1);

    // Also within the time of an invitation.
    await database.postgres.query(`UPDATE staff SET enrol_until = now() + interval '1 day' WHERE id = $1`, [staffId]);
    expect((await world.enrol(thief)).answer).toBe('not-now');
  });

  test('counts only for our site, with its owner verified, and for a challenge of ours', async () => {
    const { staffId } = await world.invite('director');
    const { authenticator } = await world.enrol(await world.byLink(staffId));
    const fresh = () => world.challengeOf('sign-in');
    const tried = async (ceremony: Parameters<typeof authenticator.use>[0]) =>
      world.use.withPasskey(authenticator.use(ceremony), '');
    expect(await tried({ challenge: await fresh(), origin: 'https://evil.example' })).toBe('refused');
    expect(await tried({ challenge: await fresh(), rpId: 'evil.example' })).toBe('refused');
    expect(await tried({ challenge: await fresh(), verified: false })).toBe('refused');
    expect(await tried({ challenge: sha256('not ours') })).toBe('refused');
    const challenge = await fresh();
    await database.postgres.query('UPDATE staff_challenge SET expires_at = clock_timestamp()');
    expect(await tried({ challenge })).toBe('refused');
    expect(await world.use.withPasskey(newAuthenticator().use({ challenge: await fresh() }), '')).toBe('refused');
    expect(await tried({ challenge: await fresh() })).toHaveProperty('secret');
  });

  test('answers a challenge once', async () => {
    const { staffId } = await world.invite('director');
    const { authenticator } = await world.enrol(await world.byLink(staffId));
    const challenge = await world.challengeOf('sign-in');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.use.withPasskey(authenticator.use({ challenge }), '')),
    );
    expect(answers.filter((answer) => answer !== 'refused')).toHaveLength(1);
  });

  test('whose counter goes back is locked, and its owner is told', async () => {
    const { staffId } = await world.invite('director');
    const { authenticator } = await world.enrol(await world.byLink(staffId));
    const used = async (counter: number) =>
      world.use.withPasskey(authenticator.use({ challenge: await world.challengeOf('sign-in'), counter }), '');
    expect(await used(9)).toHaveProperty('secret');
    expect(await used(9)).toBe('refused');
    expect(await used(10)).toBe('refused');
    expect(await world.actions(staffId)).toContain('passkey-locked');
    expect(await world.signIns.passkeys(staffId)).toMatchObject([{ isLocked: true }]);
  });

  test('that is synchronised counts nothing, and is good all the same', async () => {
    const { staffId } = await world.invite('director');
    const secret = await world.byLink(staffId);
    const authenticator = newAuthenticator();
    const response = authenticator.make({ challenge: await world.challengeOf('enrol', secret), counter: 0 });
    await world.use.enrol(response, 'phone', await world.signed(secret), sha256(secret));
    for (let use = 0; use < 2; use++) {
      const challenge = await world.challengeOf('sign-in');
      expect(await world.use.withPasskey(authenticator.use({ challenge, counter: 0 }), '')).toHaveProperty('secret');
    }
  });

  test('confirms its owner in their own session for a while, and nobody else', async () => {
    const [one, other] = [await world.invite('owner'), await world.invite('owner')];
    const [mine, theirs] = [await world.byLink(one.staffId), await world.byLink(other.staffId)];
    const { authenticator } = await world.enrol(mine);
    await database.postgres.query(
      `UPDATE staff_session SET confirmed_at = now() - interval '6 minutes' WHERE staff_id = $1`,
      [one.staffId],
    );
    expect(await world.signed(mine)).toMatchObject({ level: 'passkey', isConfirmed: false });
    const confirmed = async (secret: string) =>
      world.use.confirm(
        authenticator.use({ challenge: await world.challengeOf('confirm', secret) }),
        await world.signed(secret),
        sha256(secret),
      );
    expect(await confirmed(theirs)).toBe('refused');
    expect(await confirmed(mine)).toBe('confirmed');
    expect(await world.signed(mine)).toMatchObject({ isConfirmed: true });
    expect(await world.signed(theirs)).toMatchObject({ level: 'link' });
  });

  test('is deleted by its owner, but never the last one', async () => {
    const { staffId } = await world.invite('director');
    const secret = await world.byLink(staffId);
    const { authenticator } = await world.enrol(secret);
    expect(await world.signIns.deletePasskey(authenticator.id, staffId)).toBe('last');
    const second = await world.enrol(secret);
    expect(second.answer).toBe('enrolled');
    expect(await world.signIns.deletePasskey(authenticator.id, uuid7())).toBe('not-found');
    expect(await world.signIns.deletePasskey(authenticator.id, staffId)).toBe('deleted');
    expect(await world.signIns.passkeys(staffId)).toMatchObject([{ id: second.authenticator.id }]);
  });

  test('is the last one that signs its owner in, also beside one that is locked', async () => {
    const { staffId } = await world.invite('director');
    const secret = await world.byLink(staffId);
    const { authenticator } = await world.enrol(secret);
    const locked = (await world.enrol(secret)).authenticator;
    await database.postgres.query('UPDATE staff_passkey SET locked_at = now() WHERE credential_id = $1', [locked.id]);
    expect(await world.signIns.deletePasskey(authenticator.id, staffId)).toBe('last');
    expect(await world.signIns.deletePasskey(locked.id, staffId)).toBe('deleted');
  });
});

describe('a session', () => {
  test('is over after twelve idle hours, after a week, when it is ended, and when its owner is locked', async () => {
    const { staffId } = await world.invite('viewer');
    const open = async () => {
      await database.postgres.query(
        `INSERT INTO staff_link (id, staff_id, kind, expires_at) VALUES ($1, $2, 'sign-in', now() + interval '1 hour')`,
        [uuid7(), staffId],
      );
      return world.byLink(staffId);
    };
    const shifted = async (column: string, ago: string) => {
      const secret = await open();
      await database.postgres.query(
        `UPDATE staff_session SET ${column} = clock_timestamp() - interval '${ago}' WHERE secret_hash = $1`,
        [sha256(secret)],
      );
      return world.find(secret);
    };
    expect(await shifted('seen_at', '11 hours 59 minutes')).toBeDefined();
    expect(await shifted('seen_at', '12 hours 1 minute')).toBeUndefined();
    expect(await shifted('created_at', '6 days')).toBeDefined();
    expect(await shifted('created_at', '7 days 1 minute')).toBeUndefined();

    const ended = await open();
    await world.sessions.end(sha256(ended));
    expect(await world.find(ended)).toBeUndefined();
    const everywhere = [await open(), await open()];
    await world.sessions.endAll(staffId);
    expect(await Promise.all(everywhere.map(world.find))).toEqual([undefined, undefined]);
    const locked = await open();
    await world.staff.setState(staffId, 'locked', staffId);
    expect(await world.find(locked)).toBeUndefined();
    // As one that begins while its owner is being locked, and was not ended.
    await database.postgres.query('UPDATE staff_session SET ended_at = NULL WHERE secret_hash = $1', [sha256(locked)]);
    expect(await world.find(locked)).toBeUndefined();
  });

  test('is forgotten a day after it is over, and links after a month, when somebody signs in', async () => {
    const { staffId } = await world.invite('viewer');
    const id = uuid7();
    const sql = (text: string) => database.postgres.query<{ id: string }>(text, [staffId]);
    const kept = async (ago: string) => {
      await sql(`INSERT INTO staff_session (secret_hash, staff_id, level, browser, created_at, seen_at, ended_at)
        SELECT c || '${id}', $1, 'link', 'a browser', clock_timestamp() - interval '8 days' * (c = 'old')::int,
          clock_timestamp() - interval '1 day' * (c = 'idle')::int - interval '${ago}' * (c = 'idle')::int,
          CASE WHEN c = 'ended' THEN clock_timestamp() - interval '${ago}' END
        FROM unnest(ARRAY['idle', 'ended', 'old', 'open']) c`);
      await world.challengeOf('sign-in');
      return sql(`WITH gone AS (DELETE FROM staff_session WHERE staff_id = $1 RETURNING secret_hash)
        SELECT left(secret_hash, -36) AS id FROM gone ORDER BY 1`);
    };
    expect((await kept('11 hours')).map((one) => one.id)).toEqual(['ended', 'idle', 'open']);
    expect((await kept('25 hours')).map((one) => one.id)).toEqual(['open']);
    await sql(`UPDATE staff_link SET expires_at = clock_timestamp() - interval '29 days' WHERE staff_id = $1`);
    await world.challengeOf('sign-in');
    const links = 'SELECT id FROM staff_link WHERE staff_id = $1';
    expect(await sql(links)).toHaveLength(1);
    await sql(`UPDATE staff_link SET expires_at = clock_timestamp() - interval '31 days' WHERE staff_id = $1`);
    await world.challengeOf('sign-in');
    expect(await sql(links)).toEqual([]);
  });

  test('which is known to be one from its beginning', async () => {
    const { staffId } = await world.invite('viewer');
    expect(world.isKnown(await world.byLink(staffId))).toBe(true);
  });

  test('of which only the hash is kept', async () => {
    const { staffId } = await world.invite('viewer');
    const secret = await world.byLink(staffId);
    const [{ rows } = { rows: '' }] = await database.postgres.query<{ rows: string }>(
      'SELECT coalesce(json_agg(s)::text) AS rows FROM staff_session s',
    );
    expect(rows).toContain(sha256(secret));
    expect(rows).not.toContain(secret);
    expect(await world.sessions.sessions(staffId, sha256(secret))).toMatchObject([
      { browser: 'a browser', isThis: true },
    ]);
  });
});
