// The words of the live feed's screen.

export const title = 'Live feed';
export const none = 'This race is not told live yet';
export const noneWords =
  'Plan it, and the page of the race leads to the live page on its day. Followers need nothing but that page.';
export const states = {
  planned: 'Planned. The live page is there and waits for the start.',
  live: 'Live. Everybody who follows sees each message within seconds.',
  ended: 'Ended. Within a day it can go on.',
};
export const standing = (head: number) => (head === 1 ? '1 message so far.' : `${head} messages so far.`);
export const viewers = (from: number, to: number) =>
  to < 50
    ? 'Fewer than 50 people follow.'
    : `Between ${from.toLocaleString('en')} and ${to.toLocaleString('en')} people follow, by an estimate.`;
export const nobodyCounted = 'Nobody is counted yet: it takes a minute.';
export const requests = (perSecond: number, pollAfter: number) =>
  `Each of them asks every ${pollAfter} seconds, which is about ${perSecond.toLocaleString('en')} requests a second at the CDN.`;

export const change = {
  title: 'Begin, end, and what the crowd may cost',
  lead: 'A live feed is planned, goes live, and ends. With more people than the requests allow, each of them asks less often.',
  state: 'The feed is',
  choices: [
    ['planned', 'planned'],
    ['live', 'live'],
    ['ended', 'ended'],
  ] as const,
  allowed: 'Requests a second at most',
  allowedHint: 'As it is, if left empty. At first 20,000.',
  act: 'Do it',
};
export const changeWould = (state: string, isNew: boolean) =>
  isNew ? `The feed is ${state} from now on. Everybody who follows sees it.` : `The feed stays ${state}.`;
export const changeDid = (state: string) => `The feed is ${state}.`;

export const compose = 'Tell what happens';
export const kind = 'What it is';
export const kinds = [
  ['comment', 'Comment'],
  ['notice', 'Notice'],
  ['important', 'Notice that stays on top'],
  ['split', 'Somebody passes a point'],
  ['positions', 'Who leads'],
] as const;
export const text = 'Text';
export const textHint = (left: number) => `${left} characters are left.`;
export const bib = 'Bib';
export const whoHas = (name: string) => `That is ${name}.`;
export const nobodyHas = 'No published result or start list has this bib. It is shown as a number.';
export const point = 'Where';
export const pointHint = 'For example “10 km”.';
export const time = 'Time';
export const timeHint = 'Since the start, as 32:04 or 1:09:05.';
export const list = 'List';
export const listHint = 'For example “Women”. The same list must be written the same each time.';
export const leaders = 'The leaders';
export const leadersHint = 'One on each line, the first on top: bib and time, as “17 32:04”. Twenty at most.';
export const send = 'Publish';
export const sending = 'Publishing…';
export const sendAllTheSame = 'Publish mine in its place';
export const again = 'Publish it again';
export const sent = (number: number) => `Published as number ${number}.`;
export const fill = 'Fill this in.';
export const wrongTime = 'Type a time such as 32:04 or 1:09:05.';
export const wrongBib = 'Type a bib from 1 to 999999.';
export const wrongLeader = (line: number) => `Line ${line}: type a bib and a time, such as “17 32:04”.`;
export const notPublished = 'It is not certain that this was published. Publish it again: it is told only once.';

export const last = 'What was told, the newest first';
export const which = 'Show';
export const whichOfThem = [
  ['all', 'Everything that was told'],
  ['texts', 'What people wrote: comments, notices, and what puts them right'],
] as const;
export const noneOfThem = 'There are none here.';
export const older = 'Older';
export const newest = 'To the newest';
export const columns = { number: 'Number', at: 'When', what: 'What was told', actions: 'Change' };
const kindsInList: Readonly<Record<string, string>> = {
  comment: 'Comment',
  notice: 'Notice',
  split: 'Passes',
  positions: 'Who leads',
  results: 'Results',
  end: 'End',
};
/** `of`: the number of what is put right. */
export const kindOf = (kind: string, of: number | undefined) =>
  kind === 'correction' ? `Corrects ${of}` : kind === 'withdrawal' ? `Takes back ${of}` : (kindsInList[kind] ?? kind);
export const bibOf = (number: unknown) => `bib ${number}`;
export const gone = 'Taken out.';
export const correct = 'Correct';
export const correctOf = (number: number) => `Correct message ${number}`;
export const correctText = 'What it should say';
export const correctAct = 'Publish the correction';
export const correctWould = 'Everybody sees the new text in the place of the old one, marked as corrected.';
export const withdraw = 'Take back';
export const withdrawOf = (number: number) => `Take back message ${number}`;
export const withdrawWould = 'Everybody sees it struck through. Its text stays readable.';
export const redact = 'Take out';
export const redactOf = (number: number) => `Take out the text of message ${number}`;
export const redactWould = (numbers: readonly number[]) =>
  `The text of ${numbers.join(', ')} is gone for good, from every page and every copy of ours. Caches on the way have it for five minutes at most.`;
export const redactReason = 'The organiser takes it out.';
export const did = (number: number) => `Done, as number ${number}.`;
export const redacted = 'It is taken out.';
