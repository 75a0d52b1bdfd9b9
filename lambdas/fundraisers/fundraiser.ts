/** Somebody's page that collects for a cause, as everybody may see it. Money is in the currency's smallest unit. */
export interface Fundraiser {
  /** Its name in addresses; no other of the race has it. */
  readonly slug: string;
  readonly title: string;
  /** By its id in the form. */
  readonly cause: string;
  /** Who collects: first name and the last name's initial. Absent when the person was erased. */
  readonly by?: string | undefined;
  readonly target?: number | undefined;
  /** What was donated here, is taken from cards, and was not given back. */
  readonly raised: number;
  /** How many donations that is. */
  readonly gifts: number;
  readonly isOpen: boolean;
}

/** A donation whose giver may be named. */
export interface PublicGift {
  readonly by: string;
  readonly amount: number;
  /** ISO 8601 */
  readonly at: string;
}

export interface FundraiserPage extends Fundraiser {
  /** Lines of plain text. */
  readonly story: string;
  /** The newest first, 20 at most. */
  readonly publicGifts: readonly PublicGift[];
}

/** So many are in one answer. */
export const pageSize = 20;

/** A part of the list: those whose title or name has `q`, after the one with the address `after`. */
export const pageOf = (
  all: readonly Fundraiser[],
  { q = '', after }: { readonly q?: string | undefined; readonly after?: string | undefined },
): { readonly fundraisers: readonly Fundraiser[]; readonly total: number; readonly next?: string } => {
  const wanted = folded(q);
  const searched = wanted === '' ? undefined : textsOf(all);
  const found = searched ? all.filter((_, n) => searched[n]?.includes(wanted)) : all;
  // An address that is gone, because its page was hidden meanwhile, begins the list again.
  const from = after === undefined ? 0 : found.findIndex(({ slug }) => slug === after) + 1;
  const fundraisers = found.slice(from, from + pageSize);
  const last = fundraisers.at(-1);
  return { fundraisers, total: found.length, ...(from + pageSize < found.length && last && { next: last.slug }) };
};

const texts = new WeakMap<readonly Fundraiser[], readonly string[]>();

/** Folded once for each list that is loaded: anybody may search, and two thousand texts take longer to fold than the rest of a request. */
const textsOf = (all: readonly Fundraiser[]): readonly string[] => {
  const known = texts.get(all);
  if (known) return known;
  const made = all.map(({ title, by = '' }) => folded(`${title} ${by}`));
  texts.set(all, made);
  return made;
};

/** Without case and accents: people search by a phone's keyboard. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Of an address that is made from a title. More is added when the address is taken. */
const maxSlugLength = 40;

/** An address from a title: `Für die Bäume!` is `fur-die-baume`. */
export const slugOf = (title: string): string =>
  folded(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '') || 'fundraiser';
