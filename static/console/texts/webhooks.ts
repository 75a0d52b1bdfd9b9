// The words of webhooks: programs of the organiser that are told what happens in a race.

export const listTitle = 'Where it is told';
export const none = 'There are no webhooks yet';
export const noneWords =
  'A webhook tells a program of yours what happens: who registered, what was paid or given back, when the sale is paused.';
export const columns = { url: 'Address', state: 'State', types: 'Tells', log: 'Log', actions: 'Change' };
export const states = { active: 'Active', paused: 'Paused', disabled: 'Disabled: it answered nothing but errors' };
export const failing = (since: string) => `Failing since ${since}`;
export const oldSecret = (until: string) => `The old secret works until ${until}`;
export const logSays = (due: number, failed: number) => `${due} waiting, ${failed} failed`;
export const typesSay = (count: number, withPerson: boolean) =>
  `${count === 1 ? '1 kind' : `${count} kinds`}${withPerson ? ', with names' : ''}`;

export const make = 'Make a webhook';
export const lead =
  'We post to this address by Standard Webhooks, and repeat for three days what it does not take. Each message is signed with a secret that is shown once.';
export const url = 'Address';
export const urlHint = 'Public, and it begins with https, such as https://club.example/hooks.';
export const withPerson = 'Names and addresses are sent as well';
export const withPersonWould =
  ' Names and mail addresses of runners leave this system: you answer for what becomes of them.';
export const types: Readonly<Record<string, string>> = {
  registration: 'Registrations: confirmed, cancelled, passed on, corrected, moved, name to be left out of results',
  payment: 'Payments: taken, given back, failed',
  race: 'The race: published, paused, resumed, closed, cancelled',
};
export const act = 'Make it';
export const would = (url: string) => `From now on, ${url} is told what happens.`;
export const did = (url: string) => `From now on, ${url} is told what happens.`;
export const secret = 'The secret';
export const secretHint = 'It is shown only here. Copy it into the program that receives the messages.';

export const pause = 'Pause';
export const pauseOf = (url: string) => `Pause ${url}`;
export const pauseWould = 'Nothing is posted there until you resume it. What happens meanwhile is not told.';
export const resume = 'Resume';
export const resumeOf = (url: string) => `Resume ${url}`;
export const resumeWould = 'It is told again what happens. What waited is posted now.';
export const remove = 'Delete';
export const removeOf = (url: string) => `Delete ${url}`;
export const removeWould = 'Nothing is posted there any more, for good.';
export const changed = 'It is done.';
export const rotate = 'New secret';
export const rotateOf = (url: string) => `New secret of ${url}`;
export const rotateWould =
  'There is a new secret. For one day, messages are signed with the old one as well, so that you can change it without a gap.';
export const test = 'Test';
export const testOf = (url: string) => `Test ${url}`;
export const testWould = 'A message is posted that tells nothing. The log below shows the answer.';
export const replayFailed = 'Post failed ones again';
export const replayFailedOf = (url: string) => `Post failed ones again: ${url}`;
export const replay = 'Post again';
export const replayOf = (type: string, at: string) => `Post again: ${type} of ${at}`;
export const replayWould = (count: number) =>
  `${count === 1 ? '1 message is' : `${count} messages are`} posted again, with the same id. A program that has it already can tell by the id.`;

export const logOf = (url: string) => `Messages to ${url}`;
export const logNone = 'Nothing was posted yet';
export const logNoneWords = 'Messages appear here within a minute after something happens.';
export const logColumns = { type: 'Message', state: 'State', attempts: 'Answers', actions: 'Change' };
export const messageStates = { due: 'Waiting', sent: 'Taken', failed: 'Failed' };
export const nextAt = (at: string) => `again at ${at}`;
export const attempt = (at: string, what: string, ms: number) => `${at}: ${what}, ${ms} ms`;
export const showBody = 'What is posted';
