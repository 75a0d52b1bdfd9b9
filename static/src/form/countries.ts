import { countries } from '../../../lambdas/api/countries';
import * as t from '../texts/page';

/** The name of a country by its ISO 3166-1 code, in the language of the page; the code where the browser has no name. */
export const nameOfCountry = (code: string): string => {
  try {
    return new Intl.DisplayNames(t.locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** Every country with its name, in the order of the names. */
export const namedCountries = (): readonly { readonly code: string; readonly name: string }[] =>
  countries.map((code) => ({ code, name: nameOfCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, t.locale));
