import type { Order, StaffTemplate, Template } from '../../domain/mail-order';
import type { AnnouncementLetters } from '../opt-out/ports';
import type {
  Letter,
  Links,
  MailRecords,
  Registered,
  StaffLetters,
  TransferOffers,
  WaitingPlace,
  WaitingPlaces,
} from '../ports';
import { confirmation } from './confirmation-template';
import { guardianCopy } from './guardian-template';
import { moveOffer } from './move-template';
import { type Content, printable, renderHtml, renderText, wordsOf } from './render';
import { passkeysChanged, staffInvitation, staffLink } from './staff-templates';
import {
  cancellation,
  changed,
  deferred,
  notRegistered,
  offer,
  paymentFailed,
  placeConfirmation,
  placeRemoved,
  registrationLink,
  transferOffer,
  transferred,
  type WhyLinks,
} from './templates';
import { en, type LetterTexts } from './texts/en';
import { announcementTo } from './write-announcement';

interface Needs {
  readonly records: MailRecords;
  readonly places: WaitingPlaces;
  readonly transfers: TransferOffers;
  readonly staff: StaffLetters;
  readonly announcements: AnnouncementLetters;
  readonly links: Links;
  /** The language of the letters: English unless given. */
  readonly texts?: LetterTexts;
}

export type Written =
  /** The canary's: it is no mail, and nobody waits for it. */
  | { readonly kind: 'muted' }
  /** `isPaid` is false when no payment stands behind what the letter tells. */
  | { readonly kind: 'letter'; readonly letter: Letter; readonly isPaid?: boolean }
  /** There is nothing true to write: no recipient, or what the order says is no longer so. */
  | { readonly kind: 'nothing'; readonly reason: string };

export type WriteLetter = (order: Order) => Promise<Written>;
/** Reads what a batch of mails tells, and returns what writes each of them. */
export type WriteLetters = (orders: readonly Order[]) => Promise<WriteLetter>;

/** Recipient, race and content. Without content when that would not be true. */
interface Draft {
  readonly to: { readonly email: string; readonly raceName: string };
  readonly content: Content | undefined;
  readonly isPaid?: boolean;
  readonly isMuted?: boolean;
  readonly oneClick?: string | undefined;
}

/**
 * Runners who took over a spot, or registered for a free event, have paid nothing for the registration of which the
 * mail tells. Nor has somebody in the end who gave the spot back and gets all of their money.
 */
const isPaid = ({ payment, isPaidByAnother, cancelledBy }: Registered): boolean =>
  !isPaidByAnother &&
  payment !== undefined &&
  payment.amount > 0 &&
  (payment.state === 'captured' || payment.state === 'refunded') &&
  !(cancelledBy === 'runner' && (payment.refund ?? 0) >= payment.amount);

/** What became of a registration, in the words of the list of participants. */
const becameOf = ({ outcome, ended }: Registered): string =>
  outcome === 'confirmed' ? (ended ?? 'registered') : outcome;

/**
 * Writes the mails that orders name. All facts come from the database, never from the message. The registrations are read once
 * for the batch, in one statement: what changes while the batch is sent has a mail of its own.
 */
export const writeLetters = ({
  records,
  places,
  transfers,
  staff,
  announcements,
  links,
  texts = en,
}: Needs): WriteLetters => {
  const words = wordsOf(texts);
  return async (orders) => {
    const registrations = await records.findAll(orders.map(({ registrationId }) => registrationId));
    return (order) => write(order, registrations.get(order.registrationId));
  };

  async function write(order: Order, registered: Registered | undefined): Promise<Written> {
    const draft = await draftOf(order, registered);
    if (!draft) return { kind: 'nothing', reason: `nothing to write of (${order.template}), or nobody to write to` };
    const { to, content, isPaid = true, isMuted, oneClick } = draft;
    if (isMuted) return { kind: 'muted' };
    if (!content) return { kind: 'nothing', reason: `no ${order.template} would be true now` };
    return {
      kind: 'letter',
      isPaid,
      letter: {
        senderName: to.raceName,
        recipient: to.email,
        subject: printable(content.subject).replace(/\s+/g, ' '),
        text: renderText(content),
        html: renderHtml(content, texts.lang),
        ...(oneClick && { oneClick }),
      },
    };
  }

  /** An order's id is that of a registration, a place on the waiting list or a transfer; its template tells which. */
  async function draftOf(
    { registrationId: id, template, generation }: Order,
    registered: Registered | undefined,
  ): Promise<Draft | undefined> {
    switch (template) {
      case 'offer': {
        const place = await places.find(id);
        return place && { to: place, content: offer(words, place, generation, await links.toPlace(place.ticket)) };
      }
      case 'place-confirmation': {
        const place = await places.findAny(id);
        return place && { to: place, content: await aboutPlace(place) };
      }
      case 'place-removed': {
        const place = await places.findAny(id);
        return place && { to: place, content: placeRemoved(words, place), isPaid: false };
      }
      case 'transfer-offer': {
        const offered = await transfers.find(id);
        return offered && { to: offered, content: transferOffer(words, offered, await links.toTransfer(id)) };
      }
      case 'staff-link':
      case 'staff-invitation':
      case 'passkeys-changed':
        return draftForStaff(template, id);
      case 'announcement': {
        const letter = await announcements.find(id, generation);
        // They may have cancelled after it was ordered.
        if (!registered || letter?.people !== becameOf(registered)) return undefined;
        const draft = await announcementTo(links, words, registered, letter, letter.readers);
        return { ...draft, isPaid: isPaid(registered), isMuted: registered.isMuted };
      }
      case 'announcement-test': {
        const test = await announcements.test(id);
        if (!test) return undefined;
        const { email, raceName, name: firstName, eventName } = test;
        const to = { registrationId: id, email, raceName };
        return announcementTo(links, words, to, { ...test, subject: texts.announcement.testNote(test.subject) }, [
          { firstName, number: 123, eventName },
        ]);
      }
      case 'move-offer': {
        const offered = registered && (await records.moveOfferOf(id, generation));
        return (
          offered && {
            to: registered,
            content: moveOffer(words, registered, offered, await links.toTransfer(offered.offerId)),
            isPaid: isPaid(registered),
            isMuted: registered.isMuted,
          }
        );
      }
      case 'guardian-copy': {
        const copy = registered && (await records.signedByGuardian(id));
        return (
          copy && {
            to: { email: copy.guardian.email, raceName: registered.raceName },
            content: guardianCopy(words, registered, copy),
            // Whoever registers a minor names the guardian, who may be a stranger, and can give the spot back.
            isPaid: false,
          }
        );
      }
      case 'registration-link':
        return registered && { to: registered, content: await linksOf(registered.email, 'lost') };
      // It has a name of its own: somebody else may have registered under the id of the place.
      case 'place-link': {
        const place = await places.find(id);
        return place && { to: place, content: await linksOf(place.email, 'lost') };
      }
      default:
        return (
          registered && {
            to: registered,
            content: await aboutRegistration(template, registered),
            isPaid: isPaid(registered),
            isMuted: registered.isMuted,
          }
        );
    }
  }

  /** These letters are from the system, not from a race: staff may work on several races. */
  async function draftForStaff(template: StaffTemplate, id: string): Promise<Draft | undefined> {
    const about = await (template === 'passkeys-changed' ? staff.ofStaff(id) : staff.byLink(id));
    if (!about) return undefined;
    const to = { email: about.email, raceName: texts.staff.sender };
    switch (template) {
      case 'staff-link':
        return { to, content: staffLink(words, about, await links.toConsole(id)) };
      case 'staff-invitation':
        return { to, content: staffInvitation(words, about, await links.toConsole(id)) };
      case 'passkeys-changed':
        return { to, content: passkeysChanged(words, about, links.console) };
    }
  }

  async function aboutRegistration(
    template: Exclude<
      Template,
      | StaffTemplate
      | 'announcement'
      | 'announcement-test'
      | 'guardian-copy'
      | 'move-offer'
      | 'offer'
      | 'place-link'
      | 'place-confirmation'
      | 'place-removed'
      | 'transfer-offer'
      | 'registration-link'
    >,
    registered: Registered,
  ): Promise<Content | undefined> {
    const href = await links.to(registered);
    switch (template) {
      case 'confirmation':
        return confirmation(words, registered, href);
      case 'not-registered': {
        const place = await places.inFrontAfter(registered.registrationId);
        return notRegistered(words, registered, href, place && { place, href: await links.toPlace(place.ticket) });
      }
      case 'payment-failed':
        return paymentFailed(words, registered, href);
      case 'cancellation':
        return cancellation(words, registered, href, await records.creditOf(registered.registrationId));
      case 'deferred': {
        const credit = await records.creditOf(registered.registrationId);
        return credit && deferred(words, registered, credit, href);
      }
      case 'corrected':
      case 'moved':
        return changed(words, template, registered, href);
      case 'transferred':
        return transferred(words, registered, href);
    }
  }

  /**
   * Asks for the confirmation of a place. Somebody who is registered or on the list already learns it here, and only
   * here.
   */
  async function aboutPlace(place: WaitingPlace): Promise<Content | undefined> {
    if (!place.isOnTheList || place.isConfirmed) return linksOf(place.email, 'joined-again');
    return placeConfirmation(words, place, await links.toPlace(place.ticket));
  }

  async function linksOf(email: string, why: WhyLinks): Promise<Content | undefined> {
    const [registrations, waiting] = [await records.ofAddress(email), await places.ofAddress(email)];
    return registrationLink(
      words,
      await Promise.all(registrations.map(async (registered) => ({ registered, href: await links.to(registered) }))),
      await Promise.all(waiting.map(async (place) => ({ place, href: await links.toPlace(place.ticket) }))),
      why,
    );
  }
};
