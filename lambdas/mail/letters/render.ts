/** What a mail says, before it becomes text or HTML. All is plain text: `render` escapes it. */
export interface Content {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly closing: string;
}

/** The mail as plain text. */
export const renderText = ({ greeting, paragraphs, facts, links, closing }: Content): string =>
  [
    greeting,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...links.map(({ label, href }) => `${label}:\n${href}`),
    closing,
    'Startline',
  ]
    .map((part) => printable(part))
    .join('\n\n')
    .concat('\n');

/**
 * The mail as HTML: one column, no tables, no images. Text and background keep the reader's own colours, so that a dark
 * screen stays dark; only the button has colours of its own (contrast 8:1).
 */
export const renderHtml = (
  { subject, greeting, paragraphs, facts, links, closing }: Content,
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
${paragraph('Startline')}
</div>
</body>
</html>
`;

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;

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
