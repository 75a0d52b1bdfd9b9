import { type Html, html, type Part } from './html';

interface Table {
  /** What the table is about, for screen readers. */
  readonly name: string;
  readonly heads: readonly string[];
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly Part[])[];
}

/** A table that scrolls in itself where it is too wide, also by keyboard. */
export const table = ({ name, heads, rows }: Table): Html => html`
<div class="wide" tabindex="0" role="region" aria-label="Table: ${name}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
