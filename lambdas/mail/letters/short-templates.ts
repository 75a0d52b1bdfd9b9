import type { Registered } from '../ports';
import type { Content, Words } from './render';

/** What a mail about a gift or a ticket says in place of what it says to runners. `undefined`: it is to a runner. */
export const wordsOfShort = ({ texts }: Words, { kind }: Registered) => (kind ? texts[kind] : undefined);

/** Thanks who gave, or tells who comes along that they are expected. */
export const shortConfirmation = (
  words: Words,
  registered: Registered,
  paid: string | undefined,
  href: string,
): Content | undefined => {
  const own = wordsOfShort(words, registered);
  if (!own) return undefined;
  const { short, recordedAt, timeZone, number } = registered;
  const { confirmation: texts } = words.texts;
  return {
    subject: own.subject(words.inShort(registered)),
    greeting: words.greetingOf(registered.firstName),
    paragraphs: [own.confirmed, ...(short ? [texts.short(short)] : [])],
    facts: [
      ...(registered.kind === 'ticket' ? [[texts.facts.number, String(number)] as const] : []),
      ...words.factsOf(registered),
      ...(paid === undefined ? [] : [[texts.facts.paid, paid] as const]),
      [texts.facts.registered, words.inTime(recordedAt, timeZone)],
    ],
    links: [{ label: own.see, href }],
    closing: own.closing,
  };
};
