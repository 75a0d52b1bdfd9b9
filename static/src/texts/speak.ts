import { use as useFirst } from './first';
import { locales } from './locales';
import { use } from './page';
import type { Texts } from './texts';

/** The texts of the language that was chosen; without any, English. The second script takes its texts from here. */
export const spoken: { texts?: Texts } = {};

/** The first of the reader's languages that the page has: its tag in lower case, `en` for English. */
export const localeFor = (wished: readonly string[], known: readonly string[]): string => {
  const has = (tag: string) => tag === 'en' || known.includes(tag);
  const tags = wished.map((tag) => tag.toLowerCase()).flatMap((tag) => [tag, tag.split('-')[0] ?? '']);
  return tags.find(has) ?? 'en';
};

/**
 * Loads the texts in the reader's language. `undefined`: English, which is here already. When the texts cannot be loaded,
 * the page stays English.
 */
export const speak = (wished: readonly string[]): Promise<void> | undefined => {
  const load = locales[localeFor(wished, Object.keys(locales))];
  return load?.().then(
    ({ texts }) => {
      spoken.texts = texts;
      use(texts);
      useFirst(texts);
      document.documentElement.lang = texts.locale;
    },
    () => {},
  );
};
