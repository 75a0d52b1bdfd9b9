import { randomUUID } from 'node:crypto';
import { mailMessage } from '../../../lambdas/domain/mail-order';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { openSigner } from '../../../lambdas/platform/signed-tokens';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresDeferrals } from '../../../lambdas/registration/change/defer/postgres-deferrals';
import { PostgresChanges } from '../../../lambdas/registration/change/postgres-changes';
import { SignedTokens } from '../../../lambdas/registration/signed-tokens';
import { PostgresStocks } from '../../../lambdas/units/stock/postgres-stocks';
import { openPlainWorld } from '../../golden/plain-world';
import { makeRaceWithForm, openBrowser } from '../../quote/support/runner';
import { givingWith } from '../../support/races/ledger';
import type { MadeRace } from '../../support/races/race';

const en = (text: string) => ({ en: text });
const form = {
  language: 'en',
  questions: [],
  items: [{ id: 'cap', label: en('Cap'), variants: [{ id: 'cap', label: en('Cap'), price: 2000, limited: true }] }],
  causes: [{ id: 'trees', label: en('Trees'), presets: [500], least: 100, most: 100_000 }],
};

export const tokens = new SignedTokens(openSigner(async () => ({ kid: 'k1', k1: 'x'.repeat(40) })));

interface Wish {
  readonly items?: readonly object[];
  readonly donation?: object;
  readonly birthDate?: string;
}

/** The lines of a quote, in short. */
export const linesOf = ({ body }: { body: { lines: { kind: string; ref?: string; amount: number }[] } }) =>
  body.lines.map(({ kind, ref, amount }) => [kind, ref && kind === 'fee' ? ref : '', amount].join(' '));

/** Races that let their runners defer, and runners in them. */
export const openDeferring = async () => {
  const world = await openPlainWorld();
  const sql = () => world.database.postgres;

  /** A race for 45 euros with one cap, which lets its runners defer for 5 euros. Races are cached: make them before the first request. */
  const aRace = async (series: string, worth = 'entry'): Promise<MadeRace> => {
    const race = await makeRaceWithForm(sql(), form);
    await sql().query(
      `UPDATE race SET series = $2, defer_until = now() + interval '1 hour', defer_worth = $3, defer_fee = 500,
       credit_until = now() + interval '1 year', cancel_until = now() + interval '1 hour', refund_percent = 80 WHERE id = $1`,
      [race.raceId, series, worth],
    );
    await new PostgresStocks(sql(), uuid7).set({ raceId: race.raceId, variant: 'cap', stock: 1, isDryRun: false });
    return race;
  };

  let people = 0;
  const somebody = () => `Ada${'abcdefghijklmnopqrstuvwxyz'[people++]}`;
  const settle = async () => {
    for (const queue of ['registrations', 'payments', 'settlements']) await world.deliver(queue);
  };

  /** A browser with a spot. */
  const holding = async ({ raceId, eventId }: MadeRace, firstName = somebody()) => {
    const registrationId = uuid7();
    const send = openBrowser(world);
    const { hold } = (await send('POST', `/api/races/${raceId}/holds`, { registrationId, eventId })).body;
    const path = `/api/registrations/${registrationId}`;
    const quote = (codes: readonly string[] = [], { items = [], donation, birthDate = '1985-12-10' }: Wish = {}) =>
      send('PUT', `${path}/quote`, {
        hold,
        form: 1,
        entry: {
          people: [
            {
              registrationId,
              firstName,
              lastName: 'Lovelace',
              email: `${firstName.toLowerCase()}@example.com`,
              birthDate,
              answers: {},
              ...(items.length > 0 && { items }),
            },
          ],
          order: { answers: {}, ...(donation && { donation }) },
        },
        ...(codes.length > 0 && { codes }),
      });
    const pay = async ({ body }: { body: { quote: string; entry: object; total: number } }) => {
      const card = body.total > 0 && { confirmationToken: await world.tokenOf('pm_card_visa') };
      const { quote: signed, entry } = body;
      const waiver = { hash: 'w1', accepted: true };
      expect((await send('PUT', path, { hold, quote: signed, entry, waiver, ...card })).status).toBe(202);
      await settle();
    };
    const show = async () => (await send('GET', path, undefined, hold)).body;
    const look = () => send('GET', `${path}/deferral`, undefined, hold);
    const defer = (terms: object = { worth: 'entry', fee: 500 }) => send('POST', `${path}/deferral`, terms, hold);
    const cancel = (refund: number) => send('POST', `${path}/cancellation`, { refund }, hold);
    const offer = (to: object) => send('PUT', `${path}/transfer`, to, hold);
    return { registrationId, firstName, hold, quote, pay, show, look, defer, cancel, offer };
  };

  const registered = async (race: MadeRace, firstName?: string, wish?: Wish) => {
    const runner = await holding(race, firstName);
    await runner.pay(await runner.quote([], wish));
    return runner;
  };
  /** Somebody who defers, and registers with the credit in another race. */
  const onCredit = async (runner: Awaited<ReturnType<typeof registered>>, race: MadeRace) => {
    const { code } = (await runner.defer()).body.credit;
    const again = await holding(race, runner.firstName);
    await again.pay(await again.quote([code]));
    return again;
  };
  const changes = () =>
    new PostgresChanges({
      ...{ postgres: sql(), newId: uuid7, giveToWaiting: givingWith() },
      mailMessage: (order) => mailMessage(order, 4),
    });
  /** Gives money of an entry back, `amount` of it in all. */
  const refundEntry = (registrationId: string, amount?: number, isDryRun = false) =>
    changes().refundLine({ registrationId, position: 0, ...(amount !== undefined && { amount }), isDryRun });

  return { world, sql, aRace, somebody, settle, holding, registered, onCredit, changes, refundEntry };
};

export type Deferring = Awaited<ReturnType<typeof openDeferring>>;

/** Deferrals without the API in front of them. */
export const deferralsOf = (postgres: Postgres) =>
  new PostgresDeferrals({
    postgres,
    newId: uuid7,
    newCode: () => randomUUID(),
    mailMessage: (order) => mailMessage(order, 4),
    giveToWaiting: givingWith(),
  });
