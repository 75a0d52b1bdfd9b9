/** What the document says itself, without any script: to search engines, and to people whose browser runs none. */
export const documentDescription = 'Register for races that sell out in minutes. Everybody gets a fair and calm try.';
export const documentNeedsScript =
  'Registering needs JavaScript. Please switch it on for this page and load the page again.';
