import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly caption: string;
  /** By key, in order. The first one names the row. */
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly {
    readonly key: string;
    readonly cells: Readonly<Record<string, ComponentChildren>>;
  }[];
  /** Columns of figures. */
  readonly figures?: readonly string[];
}

/**
 * A table. Where it has no room, each row becomes a list of names and values. The roles are written out, because a browser
 * takes them from a table that is laid out as something else.
 */
export const Table = ({ caption, columns, rows, figures = [] }: TableProps) => {
  const [first = '', ...others] = Object.keys(columns);
  return (
    <div class="table-room">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table class="table" role="table">
        <caption class="aside-for-readers">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {Object.entries(columns).map(([key, label]) => (
              <th key={key} role="columnheader" scope="col" class={figures.includes(key) ? 'number' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells }) => (
            <tr key={key} role="row">
              <th role="rowheader" scope="row">
                {cells[first]}
              </th>
              {others.map((column) => (
                <td
                  key={column}
                  role="cell"
                  class={figures.includes(column) ? 'number figures' : undefined}
                  data-label={columns[column]}
                >
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </div>
  );
};
