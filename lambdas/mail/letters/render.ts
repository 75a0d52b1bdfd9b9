import { decimalsOf } from '../../domain/money/currencies';
import type { Occasion } from '../ports';
import type { LetterTexts } from './texts/en';

/** What a mail says, before it becomes text or HTML. All is plain text: `render` escapes it. */
export interface Content {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly closing: string;
  /** Where the reader ends such mails. */
  readonly optOut?: { readonly label: string; readonly href: string } | undefined;
}

/** The mail as plain text. */
export const renderText = ({ greeting, paragraphs, facts, links, closing, optOut }: Content): string =>
  [
    greeting,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...links.map(({ label, href }) => `${label}:\n${href}`),
    closing,
    'Startline',
    ...(optOut ? [`${optOut.label}:\n${optOut.href}`] : []),
  ]
    .map((part) => printable(part))
    .join('\n\n')
    .concat('\n');

/**
 * The mail as HTML: one column, no tables, no images. Text and background keep the reader's own colours, so that a dark
 * screen stays dark; only the button has colours of its own (contrast 8:1).
 */
export const renderHtml = (
  { subject, greeting, paragraphs, facts, links, closing, optOut }: Content,
  lang: string,
): string => `<!doctype html>
<html lang="${escaped(lang)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0">
<div role="article" aria-label="${escaped(subject)}" lang="${escaped(lang)}" style="max-width:36em;margin:0 auto;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:break-word">
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${facts.length > 0 ? `<dl style="margin:0 0 24px">\n${facts.map(fact).join('\n')}\n</dl>` : ''}
${links.map(link).join('\n')}
${paragraph(closing)}
${paragraph('Startline')}${optOut ? `\n${plainLink(optOut)}` : ''}
</div>
</body>
</html>
`;

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text).replaceAll('\n', '<br>\n')}</p>`;

const plainLink = ({ label, href }: NonNullable<Content['optOut']>) =>
  `<p style="margin:0;font-size:14px"><a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${escaped(label)}</a></p>`;

const fact = ([label, value]: readonly [string, string]) =>
  `<dt style="font-weight:bold">${escaped(label)}</dt><dd style="margin:0 0 8px">${escaped(value)}</dd>`;

// `_blank`: mail programs show a mail in a frame, as the local inbox does, and our page refuses to open inside one.
const link = ({ label, href }: Content['links'][number]) =>
  `<p style="margin:0 0 16px"><a href="${escaped(href)}" target="_blank" rel="noopener noreferrer" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#8c2913;color:#ffffff;font-weight:bold;text-decoration:none">${escaped(label)}</a></p>`;

const escaped = (text: string) => printable(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Without control characters other than the line feed, and without characters that change the direction of writing. */
export const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** One format for each currency or time zone: making one takes a hundred times as long as using it. */
const formats = <Format>(make: (of: string) => Format) => {
  const made = new Map<string, Format>();
  return (of: string): Format => {
    const format = made.get(of) ?? make(of);
    made.set(of, format);
    return format;
  };
};

/** The sentences of a language, and what is written in it alike in all mails. Made once for a language. */
export interface Words {
  readonly texts: LetterTexts;
  /** `€45.00`. The amount is in the currency's smallest unit; Intl knows its number of decimals. */
  inMoney(amount: number, currency: string): string;
  /** `Sunday, 7 March 2027` for `2027-03-07`, as on the page. A day has no time zone, so it is formatted in UTC. */
  inDay(date: string): string;
  /** `1 March 2027 at 11:00 CET`, in the time zone of the race. */
  inTime(instant: Date, timeZone: string): string;
  /** `Ten at Harbour Run on Sunday, 2 May 2027`. */
  inFull(occasion: Occasion): string;
  /** `Ten, Harbour Run`. */
  inShort(occasion: Pick<Occasion, 'eventName' | 'raceName'>): string;
  /** What, where and when, for recipients who keep the mail. */
  factsOf(occasion: Occasion): Content['facts'];
  /** `Hello Ada,`, or without a name. */
  greetingOf(firstName: string): string;
}

export const wordsOf = (texts: LetterTexts): Words => {
  // With the processor's decimals. Intl has none for HUF, and would write a hundred times the price.
  const moneyIn = formats((currency) => {
    const digits = decimalsOf(currency);
    return new Intl.NumberFormat(texts.numbers, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  });
  const day = new Intl.DateTimeFormat(texts.dates, { dateStyle: 'full', timeZone: 'UTC' });
  const timeIn = formats(
    (timeZone) =>
      new Intl.DateTimeFormat(texts.dates, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
      }),
  );
  const inDay: Words['inDay'] = (date) => day.format(new Date(`${date}T00:00:00Z`));
  return {
    texts,
    inDay,
    inMoney: (amount, currency) => moneyIn(currency).format(amount / 10 ** decimalsOf(currency)),
    inTime: (instant, timeZone) => timeIn(timeZone).format(instant),
    inFull: ({ eventName, raceName, raceDate }) => texts.inFull(eventName, raceName, inDay(raceDate)),
    inShort: ({ eventName, raceName }) => texts.eventOfRace(eventName, raceName),
    factsOf: ({ eventName, raceName, place, raceDate }) => [
      [texts.facts.event, eventName],
      [texts.facts.race, raceName],
      [texts.facts.where, place],
      [texts.facts.date, inDay(raceDate)],
    ],
    greetingOf: (firstName) => texts.hello(nameOf(firstName)),
  };
};

/**
 * The name, unless it contains more than a name. Anybody can write to a stranger's address through a name, and mail
 * programs turn what looks like a web address into a link: such a name is left out.
 */
export const nameOf = (name: string): string | undefined =>
  /^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u.test(name) ? name : undefined;

/** The name of a team, which may have digits and signs besides. The same for it: no web address. */
export const teamNameOf = (name: string): string | undefined =>
  /^(?:[\p{L}\p{M}\p{N}'’&()!+ -]|\.(?= |$))+$/u.test(name) ? name : undefined;
