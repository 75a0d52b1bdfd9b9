import type { ComponentChildren } from 'preact';
import * as s from '../texts/sales';

/** What a picture says, as figures. */
export const AsTable = ({ children }: { readonly children: ComponentChildren }) => (
  <details class="as-table">
    <summary>{s.asTable}</summary>
    {children}
  </details>
);
