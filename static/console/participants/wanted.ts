/** Whom a list of participants shows. Empty: no limit. */
export interface Wanted {
  readonly q: string;
  readonly event: string;
  readonly state: string;
  readonly payment: string;
  readonly mail: string;
  readonly sort: string;
}

const filters = ['event', 'state', 'payment', 'mail', 'sort'] as const;

/** From the address and the entry of the history: so it is kept when somebody comes back, or reads the page again. */
export const readWanted = (): Wanted => {
  const query = new URLSearchParams(location.search);
  const [event = '', state = '', payment = '', mail = '', sort = ''] = filters.map((name) => query.get(name) ?? '');
  const { q } = (history.state ?? {}) as { readonly q?: unknown };
  return { q: typeof q === 'string' ? q : '', event, state, payment, mail, sort: sort === '' ? 'newest' : sort };
};

/** What is searched for is a name: it stays out of the address, which others read. */
export const keepWanted = ({ q, ...rest }: Wanted): void => {
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== '' && value !== 'newest'));
  const search = query.size > 0 ? `?${query}` : '';
  history.replaceState({ q }, '', `${location.pathname}${search}`);
};

/** As the server reads it: nothing, a number, three letters, or two of a script in which names are short. */
export const searchable = (typed: string): boolean => {
  const text = typed.trim();
  return text === '' || /^\d+$/.test(text) || [...text].length >= (/^[ -ɏ]*$/.test(text) ? 3 : 2);
};
