/** What a text is about that people accept. A minor waiver takes the place of the waiver for minors. */
export const documentKinds = ['waiver', 'minor-waiver', 'terms', 'privacy'] as const;

export type DocumentKind = (typeof documentKinds)[number];
