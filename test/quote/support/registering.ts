import { mailMessage } from '../../../lambdas/domain/mail-order';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { PostgresChanges } from '../../../lambdas/registration/change/postgres-changes';
import type { openPlainWorld } from '../../golden/plain-world';
import { givingWith } from '../../support/races/ledger';
import type { MadeRace } from '../../support/races/race';
import { openBrowser } from './runner';

export type World = Awaited<ReturnType<typeof openPlainWorld>>;

let people = 0;
const nameOf = (n: number) => `Ada${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${'x'.repeat(Math.floor(n / 26))}`;

/** What a quote is asked for, besides who they are. */
interface Wanted {
  /** More that the n-th person says. */
  readonly says?: (n: number) => object;
  /** More that the order says. */
  readonly order?: object;
  readonly codes?: readonly string[] | undefined;
  /** The quote before. No card was tried with it. */
  readonly previous?: string | undefined;
}

interface Quoted {
  readonly body: { readonly quote: string; readonly entry: object; readonly total: number };
}

/** Runners who hold spots in one browser, of a race with a form. The first one pays. `name`: of all of them. */
export const holdSpots = async (
  world: World,
  { raceId, eventId }: MadeRace,
  size = 1,
  name?: string,
  send = openBrowser(world),
) => {
  const ids = Array.from({ length: size }, uuid7);
  const [registrationId = '', ...companions] = ids;
  const names = ids.map(() => name ?? nameOf(people++));
  const group = companions.length > 0 && { companions };
  const { hold } = (await send('POST', `/api/races/${raceId}/holds`, { registrationId, eventId, ...group })).body;
  const path = `/api/registrations/${registrationId}`;
  const quote = ({ says = () => ({}), order, codes, previous }: Wanted = {}) =>
    send('PUT', `${path}/quote`, {
      hold,
      form: 1,
      entry: {
        people: ids.map((id, n) => ({
          registrationId: id,
          firstName: names[n],
          lastName: 'Lovelace',
          email: `${names[n]?.toLowerCase()}@example.com`,
          birthDate: '1985-12-10',
          answers: {},
          ...says(n),
        })),
        order: { answers: {}, ...order },
      },
      ...(codes && { codes }),
      ...(previous !== undefined && { previous: { quote: previous, tried: false } }),
    });
  const pay = async ({ body: { quote, entry, total } }: Quoted, card = 'pm_card_visa') =>
    send('PUT', path, {
      hold,
      quote,
      entry,
      waiver: { hash: 'w1', accepted: true },
      ...(total > 0 && { confirmationToken: await world.tokenOf(card) }),
    });
  const show = async () => (await send('GET', path, undefined, hold)).body;
  return { registrationId, ids, hold, send, quote, pay, show };
};

/** Lets the functions do what lies in the queues of registrations and payments. */
export const settle = async (world: World): Promise<void> => {
  for (const queue of ['registrations', 'payments', 'settlements']) await world.deliver(queue);
};

export const changesOf = (world: World) =>
  new PostgresChanges({
    postgres: world.database.postgres,
    newId: uuid7,
    mailMessage: (order) => mailMessage(order, 3),
    giveToWaiting: givingWith(),
  });
