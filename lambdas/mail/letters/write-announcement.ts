import type { AnnouncementLetters, AnnouncementReader, AnnouncementText } from '../opt-out/ports';
import type { Links, MailRecords } from '../ports';
import { announcement } from './announcement-template';
import { type Content, renderText, type Words, wordsOf } from './render';
import { en, type LetterTexts } from './texts/en';

/** Recipient, race and content. */
export interface AnnouncementDraft {
  readonly to: AnnouncementTo;
  readonly content: Content;
  readonly oneClick?: string;
}

interface AnnouncementTo {
  readonly registrationId: string;
  readonly email: string;
  readonly raceName: string;
  readonly linkVersion?: number | undefined;
}

export const announcementTo = async (
  links: Pick<Links, 'to' | 'toOptOut'>,
  words: Words,
  to: AnnouncementTo,
  text: AnnouncementText,
  readers: readonly AnnouncementReader[],
): Promise<AnnouncementDraft> => {
  const { raceId, isService } = text;
  const { page, oneClick } = await links.toOptOut(to.email, raceId);
  const content = announcement(words, text, readers, to, { href: await links.to(to), optOut: page });
  return { to, content, ...(!isService && { oneClick }) };
};

interface SampleNeeds {
  readonly records: Pick<MailRecords, 'findAll'>;
  readonly announcements: Pick<AnnouncementLetters, 'readersWith'>;
  readonly links: Pick<Links, 'to' | 'toOptOut'>;
  readonly texts?: LetterTexts;
}

/** The mails that these registrations would get, as plain text. Their links do not work: only a runner may have them. */
export const writeSamples =
  ({ records, announcements, links, texts = en }: SampleNeeds) =>
  async (text: AnnouncementText, registrationIds: readonly string[]) => {
    const words = wordsOf(texts);
    const found = await records.findAll(registrationIds);
    const samples = registrationIds.map(async (id) => {
      const registered = found.get(id);
      if (!registered) return [];
      const readers = await announcements.readersWith(id);
      const { content } = await announcementTo(links, words, registered, text, readers);
      return [{ subject: content.subject, text: renderText(content) }];
    });
    return (await Promise.all(samples)).flat();
  };
