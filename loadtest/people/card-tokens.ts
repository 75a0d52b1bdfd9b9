import * as v from 'valibot';
import { read } from '../browser/answers';
import type { Site } from './journey';
import type { UserSession } from './user-session';

/** The processor's token for a card, in one of two forms. `resume`: the payment that the bank asked about. */
export type Paid = ({ readonly paymentMethod: string } | { readonly confirmationToken: string }) & {
  readonly resume?: string;
};

/** As the page asks for it: the only form for a card whose bank may ask. */
export const confirmationToken = async (session: UserSession, site: Site, card: string): Promise<Paid> => ({
  confirmationToken: await tokenOf(session, site, 'confirmation_tokens', {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  }),
});

/** As older pages ask for it. */
export const paymentMethod = async (session: UserSession, site: Site, card: string): Promise<Paid> => ({
  paymentMethod: await tokenOf(session, site, 'payment_methods', {
    type: 'card',
    'card[number]': card,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  }),
});

const tokenOf = async (
  session: UserSession,
  { processor }: Site,
  kind: 'confirmation_tokens' | 'payment_methods',
  form: Readonly<Record<string, string>>,
): Promise<string> => {
  const url = `${processor.url}/v1/${kind}`;
  const made = await session.ask('card', { method: 'POST', url, bearer: processor.publishableKey, form });
  return read(v.object({ id: v.string() }), made).id;
};
