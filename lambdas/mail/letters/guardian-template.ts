import type { Registered } from '../ports';
import type { GuardianCopy } from './ports';
import { type Content, nameOf, type Words } from './render';

/**
 * A copy for the guardian of what they signed. It has no link: the person who registers names the guardian, and the link
 * would let a stranger give the spot back. `undefined` unless the minor is registered.
 */
export const guardianCopy = (words: Words, registered: Registered, copy: GuardianCopy): Content | undefined => {
  const { outcome, ended, firstName, payment, timeZone } = registered;
  if (outcome !== 'confirmed' || ended) return undefined;
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return undefined;
  const { guardianCopy: texts } = words.texts;
  const minor = nameOf(firstName);
  return {
    subject: texts.subject(minor, words.inShort(registered)),
    greeting: words.greetingOf(copy.guardian.name),
    paragraphs: [
      texts.lead(minor, words.inFull(registered)),
      ...copy.documents.flatMap(({ kind, version, text }) => [
        texts.document(texts.kinds[kind], version),
        ...text.split(/\n{2,}/),
      ]),
    ],
    facts: [...words.factsOf(registered), [texts.signedAt, words.inTime(copy.signedAt, timeZone)]],
    links: [],
    closing: texts.closing,
  };
};
