// What people read around a preview: the page of the runners at any instant.

export const title = 'Preview';
export const seeAsRunner = 'See it as a runner';
export const at = (when: string) => `Preview at ${when}.`;
export const unreal = 'Nothing here is real: no spot is held, no mail leaves, nothing is charged.';
export const leave = 'Leave the preview';
export const controls = 'What the preview shows';
export const when = 'Day and time';
export const show = 'Show it then';
export const spots = 'Spots';
export const spotChoices = {
  many: 'Many are left',
  few: 'Few are left',
  none: 'Sold out',
  'waiting-list': 'People wait on the list',
};
export const shortcuts = 'Go to';
export const shortcutNames = {
  before: 'Before the opening',
  opening: 'At the opening',
  soldOut: 'Sold out',
  after: 'After the end',
};
export const formWrong = 'The form still has faults, so the race is shown without it. Step 3 says what they are.';
export const outside = 'That link leads to a page that no preview has.';
export const noCard = 'A runner types their card here. In a preview no card is asked for.';
export const somewhere = 'Somewhere';
export const noScript = 'The preview did not load. Check your connection, and try again.';
