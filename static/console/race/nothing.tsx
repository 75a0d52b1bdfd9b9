import type { ComponentChildren } from 'preact';

/** In the place of an empty list: what would be in it, and what to do. */
export const Nothing = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
);
