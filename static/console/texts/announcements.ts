// The words of announcements: mails to all registered runners of a race.

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`);

export const listTitle = 'What was written';
export const none = 'Nothing was written yet';
export const noneWords = 'Tell everybody who is registered what they need to know, such as where to park.';
export const columns = {
  subject: 'Subject',
  to: 'To',
  state: 'State',
  mails: 'Mails',
  out: 'Left out',
  made: 'Ordered',
  actions: 'Change',
};
export const states = { sending: 'Being sent', stopped: 'Stopped', done: 'Sent' };
export const waits = {
  opening: 'Waits: a race opens at this time',
  queue: 'Being sent, as fast as mail may leave',
  day: 'Waits: the mails of this day are used up',
  'given-up': 'Stopped, and nobody resumed it within 30 days',
};
export const progressOf = (subject: string) => `Mails of ${subject}`;

export const write = 'Write to runners';
export const lead =
  'Everybody whom the list of participants has with these choices gets it: one mail for each address. It leaves slowly enough that nobody waits longer for their own mails.';
export const subject = 'Subject';
export const body = 'Text';
export const bodyHint =
  'Plain text. {firstName}, {number}, {event} and {link} become what they are for each runner; the subject cannot have {link}. A greeting is added above it, and the link to the registration below.';
export const event = 'Event';
export const allEvents = 'All events';
export const payment = 'Payment';
export const searchHint =
  'To write only to those whom this finds. It is forgotten when the mails are sent, or after 30 days if you stop them.';
export const searched = 'found by a search';
export const isService = 'It is about the registration itself, so also people get it who want no news';
export const service = 'about the registration';
export const act = 'Send it';
/** What is proposed to whoever comes from the screen of bibs. */
export const aboutBibs = {
  subject: 'Your bib',
  body: 'Your bib for {event} has the number {number}.\n\nYou find it here too, with the code that you show when you come to get it: {link}',
};

export interface Reach {
  readonly people: number;
  readonly mails: number;
  readonly optedOut: number;
  readonly unreachable: number;
  readonly seconds: number;
}
const duration = (seconds: number) =>
  seconds < 90
    ? 'about a minute'
    : seconds < 5400
      ? `about ${Math.round(seconds / 60)} minutes`
      : `about ${Math.round(seconds / 3600)} hours`;
/** SES takes ten US cents for a thousand mails. */
const cost = (count: number) => (count < 100 ? 'less than a cent' : `$${(count / 10_000).toFixed(2)}`);
export const would = ({ people: all, mails: count, optedOut, unreachable, seconds }: Reach) =>
  `${mails(count)} to ${people(all)}. ${optedOut} opted out of news, and ${unreachable} cannot be reached. It takes ${duration(seconds)}, and SES takes ${cost(count)}. Nobody gets it twice.`;
export const did = (count: number) => `${mails(count)} leave from now on. You can stop it above.`;

export const samples = 'the mails';
export const test = 'Send me a test';
export const testTitle = 'Send me a test of this mail';
export const testWould = (to: string) => `One mail goes to ${to}, with the number 123.`;
export const testDid = (to: string) => `The test to ${to} arrives within two minutes.`;

export const stop = 'Stop';
export const stopOf = (subject: string) => `Stop ${subject}`;
export const stopWould =
  'No further mail of it is ordered. Those of the last half minute still arrive. You can resume it until 30 days after it was ordered.';
export const stopDid = 'It is stopped.';
export const resume = 'Resume';
export const resumeOf = (subject: string) => `Resume ${subject}`;
export const resumeWould = 'It goes on where it stopped. Nobody gets it twice.';
export const resumeDid = 'It goes on within a minute.';
