import type { ComponentChildren } from 'preact';

/** How the texts mark a part of a sentence. */
export type Mark = (words: ComponentChildren) => ComponentChildren;

export const bold: Mark = (words) => <b>{words}</b>;

/** Figures of equal width, so that nothing moves while they count. */
export const figures: Mark = (words) => <b class="figures">{words}</b>;
