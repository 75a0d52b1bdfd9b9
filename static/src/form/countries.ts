import { countries } from '../../../lambdas/api/countries';
import * as t from '../texts/page';
import { nameOfCountry } from './name-of-country';

/** Every country with its name, in the order of the names. */
export const namedCountries = (): readonly { readonly code: string; readonly name: string }[] =>
  countries.map((code) => ({ code, name: nameOfCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, t.locale));
