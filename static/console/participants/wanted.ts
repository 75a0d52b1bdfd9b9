/** The filter and order of the list of participants. Empty: not filtered by this. */
export interface Wanted {
  readonly q: string;
  readonly event: string;
  readonly state: string;
  readonly payment: string;
  readonly mail: string;
  readonly sort: string;
}

/** Of the filter by state: those who wait for a spot. They are no participants, and have a list of their own. */
export const waiting = 'waiting';

const filters = ['event', 'state', 'payment', 'mail', 'sort'] as const;

/** Read from the address and from the history entry, so it survives going back and reloading. */
export const readWanted = (): Wanted => {
  const query = new URLSearchParams(location.search);
  const [event = '', state = '', payment = '', mail = '', sort = ''] = filters.map((name) => query.get(name) ?? '');
  const { q } = (history.state ?? {}) as { readonly q?: unknown };
  return { q: typeof q === 'string' ? q : '', event, state, payment, mail, sort: sort === '' ? 'newest' : sort };
};

/** The searched text may be a name, so it stays out of the address, which is logged. */
export const keepWanted = ({ q, ...rest }: Wanted): void => {
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== '' && value !== 'newest'));
  const search = query.size > 0 ? `?${query}` : '';
  history.replaceState({ q }, '', `${location.pathname}${search}`);
};

/** Digits of any script: it is a bib or the number of a spot. */
export const isNumber = (text: string): boolean => /^\p{Nd}+$/u.test(text);

/** Whether the server takes this search: nothing, a number, three letters, or two letters of a script with short names. */
export const searchable = (typed: string): boolean => {
  const text = typed.trim();
  return text === '' || isNumber(text) || [...text].length >= (/^[ -ɏ]*$/.test(text) ? 3 : 2);
};
