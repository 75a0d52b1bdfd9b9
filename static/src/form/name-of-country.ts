import * as t from '../texts/page';

/** The name of a country by its ISO 3166-1 code, in the language of the page; the code where the browser has no name. */
export const nameOfCountry = (code: string): string => {
  try {
    return new Intl.DisplayNames(t.locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};
