import { type Buyer, bought } from './buyer';
import { textOf } from './client';
import { newId } from './person';
import { events } from './races';
import { until } from './until';
import type { World } from './world';

export const pathOf = ({ held }: Buyer, what = '') => `/api/registrations/${held.registrationId}${what}`;

/** Resolves when their card is charged. Until then nothing is given up. */
export const charged = (one: Buyer) =>
  until(`${one.person.firstName} has paid`, async () => {
    const shown = await one.client.ask('GET', pathOf(one), { bearer: one.held.hold });
    return textOf(shown, 'payment') === 'captured';
  });

/** Somebody with a spot that is paid, and that may be deferred and passed on. */
export const owner = async (world: World, role: string): Promise<Buyer> => {
  const one = await bought(world, {}, role, events.deferring);
  await charged(one);
  return one;
};

/** Somebody who has paid, and the runner to whom they offer their spot: `accept` sends what that runner's mail has. */
export const offering = async (world: World) => {
  const seller = await owner(world, 'Seller');
  const heir = world.runner('Heir');
  const transferId = newId();
  const { firstName, email } = heir.person;
  const offered = await seller.client.ask('PUT', pathOf(seller, '/transfer'), {
    bearer: seller.held.hold,
    json: { transferId, recipient: { firstName, email } },
  });
  if (offered.status !== 202) throw new Error(`no offer: ${offered.status} ${offered.text}`);
  const [, token = ''] = await world.mails.match(email, new RegExp(`/transfers/${transferId}#(\\S+)`));
  const entry = { people: [{ registrationId: transferId, ...heir.person, answers: {} }], order: { answers: {} } };
  const accept = () =>
    heir.client.ask('PUT', `/api/transfers/${transferId}`, {
      bearer: token,
      json: { form: 1, entry, waiver: { hash: seller.held.waiver, accepted: true } },
    });
  return { seller, accept };
};
