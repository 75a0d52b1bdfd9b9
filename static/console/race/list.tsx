import type { ComponentProps, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Table } from '../page/table';
import * as t from '../texts/en';

interface EmptyTexts {
  readonly none: string;
  readonly noneWords: string;
}

/** In the place of an empty list: what would be in it, and what to do. */
export const Nothing = ({ none, noneWords }: EmptyTexts) => (
  <div class="empty">
    <h2>{none}</h2>
    <p>{noneWords}</p>
  </div>
);

/** A table, or what is said when it has no rows. */
export const List = ({ texts, ...table }: ComponentProps<typeof Table> & { readonly texts: EmptyTexts }) =>
  table.rows.length === 0 ? <Nothing {...texts} /> : <Table {...table} />;

/** The next page of a list, when it is asked for. `next`: what the server calls it; without it there is none. */
export const More = ({ next, children }: { next: string | undefined; children: (next: string) => VNode }) => {
  const [isMore, setMore] = useState(false);
  if (next === undefined) return null;
  return isMore ? (
    children(next)
  ) : (
    <button type="button" class="button button-quiet" onClick={() => setMore(true)}>
      {t.more}
    </button>
  );
};
