import type { Consequence, Refusal, Warning } from '../editing/plan';
import { faultWords as formFaultWords, placeOf } from './form-step';

// What people read while they make a race or change it.

export const newRace = 'Make a race';
export const newRaceLead = 'Nobody sees it before you publish it. You can leave at any time: what you typed stays.';
export const raceName = 'Name of the race';
export const raceNameHint = 'As runners know it, with its year if it has one.';
export const copyOf = 'Begin with';
export const copyOfNothing = 'An empty race';
export const copyOfRace = (name: string) => `A copy of ${name}`;
export const begin = 'Begin';
export const nameWrong = 'Type the name of the race.';
export const taken = 'There is a race of this name already. Add a year or a place.';
export const draftsTitle = 'Not published yet';
export const unnamed = 'A race without a name';
export const goOn = (step: number) => `At step ${step} of 5`;

export const stepsLabel = 'Steps';
const steps: Readonly<Record<number, string>> = {
  1: 'Basics',
  2: 'Events',
  3: 'Prices and form',
  4: 'Texts and files',
  5: 'Rules and review',
};
export const stepTitle = (step: number) => steps[step] ?? '';
export const faultsHere = (faults: number) => (faults === 1 ? '1 thing is missing' : `${faults} things are missing`);
export const back = 'Back';
export const next = 'Next';

export const saved = 'Saved';
export const saving = 'Saving…';
export const dirty = 'Not saved yet';
export const notSaved = 'Not saved';
export const trySaving = 'Save again';
export const changedBy = (by: string, when: string) => `${by} changed this on ${when}.`;
export const merged = (by: string | undefined) =>
  `${by ?? 'Somebody'} changed this race while you were typing. Their changes are here now, and yours are on top of them.`;
export const isEditing = (by: string, since: string) => `${by} is editing since ${since}`;
export const unpublished = (changes: number) =>
  changes === 1 ? '1 change is not published.' : `${changes} changes are not published.`;
export const unpublishedNone = 'There is a draft in which nothing is different from what runners see.';
export const seeWhat = 'See what they do';
export const discard = 'Discard';
export const discardTitle = 'Discard what is not published?';
export const discardWords = 'The race stays as runners see it now. What was typed since then is gone.';

export const optional = (label: string) => `${label} (optional)`;
export const place = 'Place';
export const placeHint = 'The town, as runners would look for it.';
export const date = 'Day of the race';
export const zone = 'Time zone';
export const zoneHint = 'All times of this race are told in it.';

export const eventsLead = 'Each distance is an event, with spots of its own.';
export const eventTitle = (name: string, n: number) => name || `Event ${n}`;
export const eventName = 'Name';
export const eventNameHint = 'Such as “Marathon” or “10 km”.';
export const distance = 'Distance in kilometres';
export const capacity = 'Spots';
export const addEvent = 'Add an event';
export const addFirstEvent = 'Add the first event';
export const removeEvent = (name: string) => `Remove ${name}`;
export const moveUp = (name: string) => `Move up: ${name}`;
export const remove = 'Remove';
export const up = 'Move up';

export const currency = 'Currency';
export const currencies: readonly (readonly [string, string])[] = [
  ['EUR', 'Euro'],
  ['USD', 'US dollar'],
  ['GBP', 'Pound sterling'],
  ['CHF', 'Swiss franc'],
  ['NOK', 'Norwegian krone'],
  ['SEK', 'Swedish krona'],
  ['DKK', 'Danish krone'],
  ['PLN', 'Polish złoty'],
  ['CZK', 'Czech koruna'],
  ['HUF', 'Hungarian forint'],
  ['CAD', 'Canadian dollar'],
  ['AUD', 'Australian dollar'],
  ['NZD', 'New Zealand dollar'],
  ['JPY', 'Japanese yen'],
];
export const opensAt = 'Registration opens';
export const openWhenPublished = 'Open when it is published';
export const closesAt = 'Registration closes';
export const inZone = (zoneName: string) => `In ${zoneName}.`;
export const noSuchTime = 'This time does not exist: the clocks go forward over it that night. Choose another.';
export const twice = 'This time comes twice that night, because the clocks go back. Which one?';
export const firstOne = (offset: string) => `The first one (UTC${offset})`;
export const secondOne = (offset: string) => `The second one (UTC${offset})`;
export const pricesOf = (name: string) => `Prices of ${name}`;
export const priceLabel = 'Called';
export const priceAmount = (code: string) => `Price in ${code}`;
export const priceFrom = 'From';
export const fromOpening = 'From the opening on';
export const addPrice = 'Add a later price';
export const removePrice = (label: string) => `Remove the price ${label}`;
export const noEventsYet = 'There is no event yet. Prices belong to events: add one at the step before.';
export const regular = 'Regular';
export const track = (name: string) => `Prices of ${name} in the course of time`;
export const free = 'Free';

export const description = 'About the race';
export const descriptionHint = 'Plain text. An empty line begins a new paragraph.';
export const notice = 'Notice';
export const noticeHint = 'Runners read it above everything else, for example when the course changes.';
export const waiverTitle = 'Waiver';
export const waiverLead =
  'Every runner accepts it before they pay. Have it checked by somebody who knows the law of your country.';
export const waiverVersion = 'Version';
export const waiverVersionHint = 'A text that changes needs another version, such as 2.';
export const waiverText = 'Text';
export const waiverBegin =
  'I take part at my own risk. I am healthy and trained for the distance that I run. I follow the instructions of the organiser and of the marshals, and I accept that the race may be stopped or changed for the safety of everybody.';

export const rulesTitle = 'What runners may do by themselves';
export const cancelUntil = 'Give their spot back until';
export const refundPercent = 'They get back, in percent of the price';
export const transferUntil = 'Pass their spot on until';
export const transferFee = 'The next runner pays for it';
export const transferFeeHint = 'A fee for the change. Without it, passing a spot on costs nothing.';
export const emptyMeansNever = 'Leave it empty if they may not.';
export const saleTitle = 'How it is sold';
export const holdMinutes = 'A spot is held for, in minutes';
export const holdHint = '3 to 20. Without it, 10 minutes.';
export const listed = 'Who finds it';
export const isListed = 'Everybody who looks at the list';
export const isUnlisted = 'Only people who have its address';
export const lineMode = 'When more people come than there are spots';
export const lineModeHint =
  'In a draw, everybody who is there before the opening has the same chance: nobody wins by being first in the second, by reloading or by a faster connection. People who come later stand behind them, in order of arrival. Everybody can check the draw.';
export const lineModes = {
  auto: 'Draw turns if too many come',
  always: 'Always draw turns',
  never: 'First come, first served',
} as const;

export const reviewTitle = 'Review';
export const missingTitle = 'This is missing';
export const missingLead = 'Each line leads to its field.';
export const planTitle = 'What publishing does';
export const planNone = 'Nothing has changed.';
export const refusedTitle = 'It cannot be published yet';
export const changesTitle = (changes: number) => (changes === 1 ? '1 change' : `${changes} changes`);
export const publish = 'Publish';
export const publishChanges = 'Publish the changes';
export const publishAndOpen = 'Publish, and open registration at once';
export const published = (seconds: number) => `Published. Everybody sees it within ${seconds} seconds.`;
export const planChanged = 'Meanwhile it would do something else. Look at it again before you publish.';
export const meanwhile =
  'Somebody saved or published this race just now. What they did is here; look at it, and publish again.';
export const toRace = 'See how it stands';
export const toRunners = 'Open the page of the runners';
export const planReading = 'Looking at what publishing does…';

const people = (n: number) => (n === 1 ? '1 runner' : `${n} runners`);
const spots = (n: number) => (n === 1 ? '1 spot' : `${n} spots`);

const inLine = (n: number) => (n === 1 ? '1 person who is in it' : `${n} people who are in it`);

/** `time`: an instant in words. */
export const consequence = (said: Consequence, time: (instant: string) => string): string => {
  switch (said.kind) {
    case 'race-appears':
      return `The race appears, with ${spots(said.count)} in all.`;
    case 'race-listed':
      return 'It comes into the list of races.';
    case 'race-unlisted':
      return 'It leaves the list of races. People who have its address still find it.';
    case 'notice-shown':
      return 'Runners read the notice above everything else.';
    case 'notice-gone':
      return 'The notice is gone.';
    case 'opens-now':
      return 'Registration opens at once.';
    case 'sale-reopens':
      return 'Registration opens again.';
    case 'event-added':
      return `${said.event.name} is added, with ${spots(said.count)}.`;
    case 'event-removed':
      return `${said.event.name} is removed. Nobody is in it.`;
    case 'spots-added':
      return `${said.event.name} gets ${spots(said.count)} more.`;
    case 'spots-removed':
      return `${spots(said.count)} of ${said.event.name} that nobody has go at once.`;
    case 'spots-removed-later':
      return `${spots(said.count)} of ${said.event.name} are held now, and go as they come back.`;
    case 'offers-made':
      return `The waiting list comes first: ${said.count === 1 ? '1 offer leaves' : `${said.count} offers leave`} by mail.`;
    case 'offers-end-earlier':
      return `${said.count} open offers of the waiting list end at ${time(said.until)}.`;
    case 'holds-keep-price':
      return `Up to ${spots(said.count)} of ${said.event.name} that are held keep their price, until ${time(said.until)} at the latest.`;
    case 'holds-keep-text':
      return `People who fill in the form now (up to ${people(said.count)}) accept the text that they saw, until ${time(said.until)} at the latest.`;
    case 'accepted-before':
      return `${people(said.count)} accepted version ${said.version}. That stays as it is.`;
    case 'form-asks-again':
      return `People who fill in the form now (up to ${people(said.count)}) are asked what is new before they pay.`;
    case 'form-missed':
      return `People who hold a spot now (${people(said.count)}), or get one within the next minute, may register without the form: they are asked none of its questions and sign none of its documents. To ask everybody, pause the sale, wait until nobody holds a spot, and publish then.`;
    case 'group-counts':
      return `${people(said.count)} who registered before may not register for another event of these groups from now on. What was quoted before stands.`;
    case 'group-several':
      return `${spots(said.count)} ${said.count === 1 ? 'is' : 'are'} beside another one of the same runner in these groups. They keep both.`;
    case 'line-auto':
      return `The line of ${time(said.at)}: people may come an hour before. If more come than can be served at once, their turns are drawn. Otherwise everybody goes straight in.`;
    case 'line-always':
      return `The line of ${time(said.at)}: people may come an hour before, and their turns are drawn, however many come.`;
    case 'line-never':
      return `There is no line at ${time(said.at)}: spots go to those who ask first.`;
    case 'line-gone':
      return `The line of ${time(said.at)} was ended and does not come back: spots go to those who ask first. A later opening has a line again.`;
    case 'line-moves':
      return `The line of ${time(said.at)} moves to ${time(said.until)}. ${inLine(said.count)} stay in the draw.`;
    case 'line-opens':
      return `The line of ${time(said.at)} has no draw any more: ${inLine(said.count)} go straight in then.`;
    case 'line-ends':
      return `The line of ${time(said.at)} ends at once: ${inLine(said.count)} may ask, and spots go to the fastest.`;
    case 'line-goes-on':
      return `The line of ${time(said.at)} goes on as it is, with ${inLine(said.count)}. The change counts for the next one.`;
    case 'right-lost':
      return `${people(said.count)} who ${said.count === 1 ? 'is' : 'are'} registered ${rightsLost[said.right]}.`;
  }
};

const rightsLost = {
  cancel: 'may give their spot back for a shorter time than they were promised',
  refund: 'will get less back than they were promised when they give their spot back',
  transfer: 'may pass their spot on for a shorter time than they were promised',
  'transfer-fee': 'will pass their spot on for a higher fee than they were promised',
  defer: 'may defer to a later race for a shorter time than they were promised',
} as const;

export const warning = (said: Warning): string => {
  switch (said.kind) {
    case 'tell-runners':
      return `${people(said.count)} ${said.count === 1 ? 'knows' : 'know'} the old ${said.fields.map((field) => told[field] ?? field).join(' and ')}. Write to them.`;
    case 'opens-soon':
      return `It opens in ${said.minutes} minutes. The servers need 20 to get ready for a crowd.`;
    case 'day-passed':
      return 'The day of the race is over.';
    case 'dates-passed':
      return `These dates are over already: ${said.fields.map((field) => passed[field] ?? field).join(', ')}. Choose later ones, or leave them as they are.`;
    case 'price-unasked':
      return `${said.event.name} has a price that nobody pays: another one begins after it, and before the opening. Look at when each of its prices begins.`;
  }
};

const passed: Readonly<Record<string, string>> = {
  cancelUntil: 'until when runners may cancel',
  transferUntil: 'until when they may pass a spot on',
  deferUntil: 'until when they may defer',
  refundUntil: 'until when items are paid back',
  exchangeUntil: 'until when items are exchanged',
  ageOn: 'the day on which an age counts',
};

const told: Readonly<Record<string, string>> = { date: 'day', place: 'place', distance: 'distance' };

/** `time`: an instant in words. */
export const refusal = (said: Refusal, time: (instant: string) => string): string => {
  switch (said.kind) {
    case 'below-registered':
      return `${said.event.name} has ${people(said.count)}. It cannot have fewer spots.`;
    case 'event-in-use':
      return `${said.event.name} cannot be removed: somebody is in it, or was (${people(said.count)} now).`;
    case 'kind-fixed':
      return `${said.event.name} stays what it is: somebody is in it.`;
    case 'event-of-another-race':
      return `${said.event.name} belongs to another race. Remove it and add it again.`;
    case 'currency-fixed':
      return said.count > 0
        ? `The currency stays: ${people(said.count)} ${said.count === 1 ? 'has' : 'have'} paid in it.`
        : 'The currency stays: somebody has paid in it, or holds a spot at a price in it.';
    case 'time-zone-fixed':
      return `The time zone stays: ${people(said.count)} ${said.count === 1 ? 'is' : 'are'} registered.`;
    case 'opening-passed':
      return 'The opening is over by now. Choose a later one, or load the page again to open registration at once.';
    case 'sale-began':
      return 'The opening stays: spots are being sold since then.';
    case 'closing-passed':
      return 'The end of registration is over already. Choose a later one.';
    case 'race-cancelled':
      return 'The race is cancelled for good: its texts can be changed, and nothing that is sold.';
    case 'form-stays':
      return 'A form that was published can be changed, and not be taken away.';
    case 'line-forms':
      return `The opening cannot be earlier than ${time(said.at)}: people come to its line already (${said.count} so far), and were told that time. It may be later. Or choose “First come, first served”: then nobody waits for a draw.`;
    case 'gun-near':
      return `The opening stays at ${time(said.at)}: it is less than ${said.minutes} minutes away, and people are in its line.`;
    case 'label-reused':
      return `The waiver has another text under the same version ${said.version}. Give it another version.`;
    case 'files-missing':
      return said.count === 1
        ? 'A file is not there any more. Choose it again.'
        : `${said.count} files are not there any more. Choose them again.`;
    case 'form-not-possible':
      return `The form does not fit this race. ${said.faults.map(({ at, code }) => `${placeOf(at.join('.'))} ${formFaultWords[code] ?? code}.`).join(' ')}`;
  }
};

/** What a field is called where something is wrong with it. */
export const fieldName = (path: string): string => {
  if (path.startsWith('form.')) return placeOf(path.slice('form.'.length));
  const event = /^events\.(\d+)\.(.+)$/.exec(path);
  if (!event) return fieldNames[path] ?? fieldNames[path.split('.')[0] ?? ''] ?? path;
  const price = /^prices\.(\d+)\.(\w+)$/.exec(event[2] ?? '');
  const of = price
    ? `price ${Number(price[1]) + 1}, ${(eventFields[price[2] ?? ''] ?? '').toLowerCase()}`
    : (eventFields[event[2] ?? ''] ?? event[2] ?? '').toLowerCase();
  return `Event ${Number(event[1]) + 1}, ${of}`;
};

/** What changes. Without values it is too long to be written here. */
export const change = (name: string, before?: string, after?: string): string => {
  if (before === undefined && after === undefined) return `${name}: changed`;
  if (before === undefined) return `${name}: ${after}`;
  return after === undefined ? `${name}: no longer ${before}` : `${name}: ${before} → ${after}`;
};
export const ofEvent = (event: string, field: string) => `${event}, ${field.toLowerCase()}`;
export const anEvent = 'Event';
export const priceFromWords = (when: string) => `price from ${when}`;
export const orderOfEvents = 'Order of the events';

const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name of the race',
  place,
  date,
  timeZone: zone,
  currency,
  opensAt,
  closesAt,
  description,
  notice,
  waiver: waiverTitle,
  'waiver.version': 'Version of the waiver',
  'waiver.text': 'Text of the waiver',
  'changes.cancelUntil': cancelUntil,
  'changes.refundPercent': refundPercent,
  'changes.transferUntil': transferUntil,
  'changes.transferFee': transferFee,
  'sale.holdSeconds': holdMinutes,
  events: 'Events',
  isUnlisted: listed,
  lineMode,
  'sale.offerSeconds': 'Offers of the waiting list, in seconds',
  form: 'Form',
  media: 'Pictures and documents',
};

export const eventFields: Readonly<Record<string, string>> = {
  name: eventName,
  distance: 'Distance',
  capacity,
  prices: 'Prices',
  label: 'name',
  amount: 'amount',
  from: 'begin',
};

/** What is wrong with a field, by its code, for the person who types it. For other codes, the server's sentence is shown. */
export const faultWords: Readonly<Record<string, string>> = {
  missing: 'is still empty',
  empty: 'is still empty',
  'wrong-type': 'is not a number',
  'too-few-items': 'is still empty',
  'zoned-instant': 'is no time that exists',
  'impossible-instant': 'is no time that exists',
  'impossible-day': 'is no day that exists',
  date: 'is no day that exists',
  'time-zone': 'is no time zone',
  'no-event': 'needs at least one event that is run',
  'no-price': 'needs a price',
  'no-price-at-opening': 'need a price from the opening on, or from before',
  'different-names': 'have two of the same name',
  'different-instants': 'have two that begin at the same time',
  'wrong-order': 'must be later than the opening',
  'too-small': 'is too small',
  'too-great': 'is too great',
  'whole-number': 'must be a whole number',
  'too-long': 'is too long',
  'too-many-spots': 'have more than 200,000 spots together',
  'price-too-small': 'has a price that is too small to be charged. It may be free, or cost more',
  'distance-of-run': 'is still empty',
};

/** The same at the field itself. */
export const atField = (words: string) => `This ${words}.`;
