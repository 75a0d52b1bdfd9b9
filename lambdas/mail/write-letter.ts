import type { Order } from './order';
import type { Letter, Links, MailRecords } from './ports';
import type { Registered } from './registered';
import { confirmation } from './templates/confirmation';
import type { Content } from './templates/content';
import { notRegistered } from './templates/not-registered';
import { paymentFailed } from './templates/payment-failed';
import { registrationLink } from './templates/registration-link';
import { renderHtml, renderText } from './templates/render';
import { printable } from './templates/words';

interface Needs {
  readonly records: MailRecords;
  readonly links: Links;
}

export type Written =
  | { readonly kind: 'letter'; readonly letter: Letter }
  /** There is nothing true to write: nobody to write to, or the registration is not what the order says. */
  | { readonly kind: 'nothing'; readonly reason: string };

export type WriteLetter = (order: Order) => Promise<Written>;

/** Writes what an order asks for from what the database says now, never from what the order's sender believed. */
export const writeLetter =
  ({ records, links }: Needs): WriteLetter =>
  async ({ registrationId, template }) => {
    const registered = await records.find(registrationId);
    if (!registered) return { kind: 'nothing', reason: 'there is no such registration, or it has no address' };

    const content = await contentOf(registered);
    if (!content) return { kind: 'nothing', reason: `the registration is not one to write a ${template} for` };

    const senderName = registered.raceName;
    return {
      kind: 'letter',
      letter: {
        senderName,
        recipient: registered.email,
        subject: printable(content.subject).replace(/\s+/g, ' '),
        text: renderText(content),
        html: renderHtml(content),
      },
    };

    async function contentOf(one: Registered): Promise<Content | undefined> {
      switch (template) {
        case 'confirmation':
          return confirmation(one, await links.to(registrationId));
        case 'not-registered':
          return notRegistered(one, await links.to(registrationId));
        case 'payment-failed':
          return paymentFailed(one, await links.to(registrationId));
        case 'registration-link': {
          const all = await records.ofAddress(one.email);
          return registrationLink(
            await Promise.all(
              all.map(async (each) => ({ registered: each, href: await links.to(each.registrationId) })),
            ),
          );
        }
      }
    }
  };
