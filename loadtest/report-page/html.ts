/** Text that is already safe HTML. */
export interface Html {
  readonly html: string;
}

export type Part = Html | string | number | false | undefined | readonly Part[];

/** A template that escapes its strings and numbers. Results of `html`, and lists of them, go in as they are. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((text, n) => text + written(parts[n])).join(''),
});

const written = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map(written).join('');
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
