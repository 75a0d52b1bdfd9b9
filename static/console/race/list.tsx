import type { ComponentProps, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Table } from '../page/table';
import * as t from '../texts/en';

interface EmptyTexts {
  readonly none: string;
  readonly noneWords: string;
}

/** Shown instead of an empty list. It says what would be in the list, and what to do. */
export const Nothing = ({ none, noneWords }: EmptyTexts) => (
  <div class="empty">
    <h2>{none}</h2>
    <p>{noneWords}</p>
  </div>
);

/** A table, or a text when it has no rows. */
export const List = ({ texts, ...table }: ComponentProps<typeof Table> & { readonly texts: EmptyTexts }) =>
  table.rows.length === 0 ? <Nothing {...texts} /> : <Table {...table} />;

/** The next page of a list, after somebody asks for it. `next`: what the server needs to find it. Undefined: this is the last page. */
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
