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

/** A club may register a hundred people with one address: a list of them is no subject. */
const mostInSubject = 4;

/** What a director wrote, as everybody with this address reads it. News can be ended; what is about the registration cannot. */
export const announcement = (
  words: Words,
  { subject, body, isService }: AnnouncementText,
  readers: readonly AnnouncementReader[],
  about: Pick<Occasion, 'raceName'>,
  { href, optOut }: Links,
): Content => {
  const { announcement: texts, seeRegistration } = words.texts;
  const valuesWith = (listed: (values: readonly string[]) => string) => {
    const list = (values: readonly (string | undefined)[]) =>
      listed([...new Set(values.flatMap((value) => value ?? []))]);
    return {
      firstName: list(readers.map((reader) => nameOf(reader.firstName))),
      number: list(readers.map(({ number }) => (number === 'later' ? texts.bibLater : number?.toString()))),
      event: list(readers.map(({ eventName }) => eventName)),
      link: href,
    };
  };
  const values = valuesWith(texts.listed);
  const few = valuesWith((all) =>
    texts.listed(
      all.length > mostInSubject
        ? [...all.slice(0, mostInSubject - 1), texts.more(all.length - mostInSubject + 1)]
        : all,
    ),
  );
  return {
    subject: fillIn(subject, few),
    greeting: texts.greeting(values.firstName),
    paragraphs: fillIn(body, values).split(/\n{2,}/),
    facts: [],
    links: [{ label: seeRegistration, href }],
    closing: texts.why(about.raceName, isService),
    ...(!isService && { optOut: { label: texts.optOut, href: optOut } }),
  };
};
