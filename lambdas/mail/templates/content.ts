/** What a mail says, before it is text or HTML. Plain text throughout: `render` escapes. */
export interface Content {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly closing: string;
}
