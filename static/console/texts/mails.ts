// The words around the mails of a race, looked at before they leave.

export const title = 'The mails that runners get';
export const things = 'the mails';
export const lead =
  'Made of what is typed, also before it is published. The person in them does not exist, and their links lead to nothing.';
export const seeMails = 'See the mails';
export const leave = 'Back to the race';
export const event = 'Event';
export const unnamed = 'Event without a name';
export const language = 'Language';
export const mail = 'Mail';
export const asText = 'As plain text';
export const frameOf = (subject: string) => `The mail: ${subject}`;
export const templates: Readonly<Record<string, string>> = {
  confirmation: 'Registered',
  'guardian-copy': 'Copy for the guardian of a minor',
  corrected: 'Details were corrected',
  'registration-link': 'Link to the registration, asked for again',
  cancellation: 'Cancelled by the runner',
  'transfer-offer': 'A spot is offered to somebody',
  moved: 'Moved to another event',
  'move-offer': 'A spot in a dearer event is kept for them',
  transferred: 'The spot was passed on',
  deferred: 'Deferred to a later race',
  'not-registered': 'Not registered: no spot was left',
  'payment-failed': 'Payment failed',
  'place-confirmation': 'Waiting list: please confirm',
  'place-link': 'Waiting list: link to the place, asked for again',
  offer: 'Waiting list: a spot is kept for them',
  'place-removed': 'Waiting list: taken off by the organiser',
};
