import { fillIn } from '../../domain/announcement';
import type { AnnouncementReader, AnnouncementText } from '../opt-out/ports';
import type { Occasion } from '../ports';
import { type Content, nameOf, type Words } from './render';

interface Links {
  /** To the registration. */
  readonly href: string;
  /** Where the reader ends the news. */
  readonly optOut: string;
}

/** What a director wrote, as everybody with this address reads it. News can be ended; what is about the registration cannot. */
export const announcement = (
  words: Words,
  { subject, body, isService }: AnnouncementText,
  readers: readonly AnnouncementReader[],
  about: Pick<Occasion, 'raceName'>,
  { href, optOut }: Links,
): Content => {
  const { announcement: texts, seeRegistration } = words.texts;
  const listed = (values: readonly (string | undefined)[]) =>
    texts.listed([...new Set(values.flatMap((value) => value ?? []))]);
  const firstName = listed(readers.map((reader) => nameOf(reader.firstName)));
  const values = {
    firstName,
    number: listed(readers.map(({ number }) => (number === 'later' ? texts.bibLater : number?.toString()))),
    event: listed(readers.map(({ eventName }) => eventName)),
    link: href,
  };
  return {
    subject: fillIn(subject, values),
    greeting: texts.greeting(firstName),
    paragraphs: fillIn(body, values).split(/\n{2,}/),
    facts: [],
    links: [{ label: seeRegistration, href }],
    closing: texts.why(about.raceName, isService),
    ...(!isService && { optOut: { label: texts.optOut, href: optOut } }),
  };
};
