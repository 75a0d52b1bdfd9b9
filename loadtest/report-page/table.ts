import { type Html, html, type Part } from './html';

interface Table {
  /** What the table is about; heard when somebody comes to it. */
  readonly name: string;
  readonly heads: readonly string[];
  /** The first cell of a row is its head. */
  readonly rows: readonly (readonly Part[])[];
}

/** A table that scrolls by itself where it is too wide, with the keyboard as well. */
export const table = ({ name, heads, rows }: Table): Html => html`
<div class="wide" tabindex="0" role="region" aria-label="Table: ${name}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
