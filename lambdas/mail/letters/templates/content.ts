/** What a mail says, before it becomes text or HTML. All is plain text: `render` escapes it. */
export interface Content {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly closing: string;
}
