import { newId } from './person';
import type { Registered, Runner } from './runner';
import type { World } from './world';

export interface Offer {
  readonly seller: Runner;
  readonly sold: Registered;
  readonly heir: Runner;
  readonly path: string;
  /** From the mail. */
  readonly token: string;
  readonly waiver: { readonly hash: string; readonly accepted: true };
}

/** A spot that its runner offers to somebody, who has the mail. */
export const offerSpot = async (world: World, event: Parameters<Runner['register']>[0]): Promise<Offer> => {
  const seller = world.runner('Seller');
  const sold = await seller.register(event);
  const heir = world.runner('Heir');
  const transferId = newId();
  const { firstName, email } = heir.person;
  await seller.client.ask('PUT', `/api/registrations/${sold.registrationId}/transfer`, {
    bearer: sold.link,
    json: { transferId, recipient: { firstName, email } },
  });
  const [, token = ''] = await world.mails.match(email, new RegExp(`/transfers/${transferId}#(\\S+)`));
  const waiver = { hash: sold.waiver, accepted: true } as const;
  return { seller, sold, heir, path: `/api/transfers/${transferId}`, token, waiver };
};
