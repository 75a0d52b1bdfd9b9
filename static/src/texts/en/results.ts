import type { Mark } from '../../page/marks';

// Results: the lists of a race, and the page of one runner. They load with their own script.

export const resultsTitle = 'Results';
export const setsLabel = 'Rankings of this race';
export const kinds = {
  'start-list': 'Start list',
  live: 'Live',
  preliminary: 'Preliminary',
  official: 'Official',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
};
export const kindWords = {
  'start-list': 'Nobody has finished yet. Here is who is entered.',
  live: 'The race is being run. Places change as runners come in.',
  preliminary: 'Times and places may still change.',
  official: 'These times and places are final.',
  corrected: 'These times and places replace the ones before.',
  withdrawn: '',
};
export const whatChanged = (note: string) => `What changed: ${note}`;
export const asOf = (instant: string, zone: string) => `As of ${instant}, ${zone}.`;
export const finishers = (finished: string, entered: string) => `${finished} finished of ${entered} entered.`;
export const unranked = (count: string) =>
  `Finishers without a ranking by gender: ${count}. They are in the list of all.`;

// What was published.
export const seeVersions = 'All versions';

// Lists.
export const listsLabel = 'Which list';
export const lists = { overall: 'All', dnf: 'Without a place', entries: 'Everybody entered' };
export const ageGroups = 'Age groups';
export const ageGroupChosen = (label: string) => `Age group: ${label}`;
export const caption = (set: string, list: string, first: string, last: string, total: string) =>
  `${set}, ${list}: ${first} to ${last} of ${total}`;
export const captionEmpty = (set: string, list: string) => `${set}, ${list}`;
export const columns = {
  place: 'Place',
  name: 'Name',
  bib: 'Bib',
  group: 'Group',
  from: 'From',
  time: 'Time',
  status: 'Status',
};
export const nameWithheld = 'Name withheld';
export const bibOf = (bib: number) => `Bib ${bib}`;
export const statuses = {
  entered: 'No time yet',
  finished: 'Finished',
  dnf: 'Did not finish',
  dns: 'Did not start',
  dsq: 'Disqualified',
};
export const listEmpty = 'Nobody is in this list yet.';
export const pagesLabel = 'Pages of the list';
export const pageOf = (page: string, pages: string) => `Page ${page} of ${pages}`;
export const pageFirst = 'First';
export const pageBefore = 'Back';
export const pageNext = 'Next';
export const pageLast = 'Last';
export const readingList = 'Reading the list…';

// When there is nothing to list.
export const noneTitle = 'No results yet';
export const noneWords = 'Results appear here on race day, as soon as the organiser publishes them.';
export const withdrawnWords = (set: string) =>
  `The organiser has taken the results of ${set} back and is looking at them again. Come back later.`;
export const unknownSet = 'This race has no such ranking. Choose one of those above.';
export const unknownList = 'This ranking has no such list.';
export const seeAll = 'See the list of all';
export const pastEnd = (pages: string) => `The list has no such page. Its last page is ${pages}.`;
export const toLastPage = 'See the last page';

// While somebody reads.
export const updated = (time: string) => `There are newer results, since ${time}.`;
export const update = 'Show them';
export const updateDone = 'The newest results are shown.';
export const offline = (instant: string) => `No connection. This is how it stood on ${instant}.`;

// Search.
export const search = 'Find a runner';
export const searchHint = 'The first letters of any name, or the exact bib number';
export const searchLabel = 'Runners found';
export const suggestions = (count: number) => (count === 1 ? 'One runner found' : `${count} runners found`);
export const searchMore = (about: string, letters: string) =>
  `About ${about} names begin with “${letters}”. Type more to find the right one.`;
export const searchNone = 'Nobody is found. Try another part of the name, or the bib number.';
export const searchInside = 'Look inside of names, and for clubs';
export const searchNoBib = (bib: string) => `Nobody has bib ${bib} here.`;
export const searchFailed = 'The names could not be loaded. Type once more to try again.';

// The page of a runner.
export const runnerCrumb = 'Results';
export const timeLabel = 'Time';
export const gunTime = 'From the starting gun';
export const chipTime = 'From the start line';
export const penalty = 'With a penalty of';
export const placeIn = (b: Mark, place: string, of: string) => [b(place), ` of ${of}`];
export const placesTitle = 'Places';
export const noPlace = {
  entered: 'No time is known so far.',
  finished: 'Without a place.',
  dnf: 'Did not finish.',
  dns: 'Did not start.',
  dsq: 'Disqualified, so there is no time and no place.',
};
export const note = (words: string) => `The organiser says: ${words}`;
export const splitsTitle = 'On the way';
export const splitsCaption = 'Times on the way, with the pace of each part';
export const splitColumns = { point: 'Where', distance: 'Distance', time: 'Time', pace: 'Pace of this part' };
export const finish = 'Finish';
export const pace = (time: string) => `${time} /km`;
export const fastest = (time: string) => `fastest ${time}`;
export const slowest = (time: string) => `slowest ${time}`;
export const print = 'Print the certificate';
export const share = 'Share this page';
export const shareCopied = 'The address of this page is copied.';
export const shareFailed = 'The address is not copied: copy it from the address bar.';
export const backToResults = 'All results';
export const wrongTitle = 'Is something wrong?';
export const wrong = (bib: number, set: string) =>
  `Write to the organiser. Name bib ${bib} in ${set}, and what you think is right. Corrections are published here, with what changed. If it is you and you want no name here, take it out on the page of your registration.`;
export const readingRunner = 'Reading the result…';
export const runnerNone = 'No result to show';
export const runnerNoSet = 'This race has no such ranking.';
export const unknownBibTitle = (bib: string) => `Nobody has bib ${bib}`;
export const unknownBibWords = (set: string) => `There is no such bib in ${set}. Find the runner by name.`;
export const withheldWords = 'Without a name there is no certificate.';

// The certificate, on paper.
export const certificate = 'Certificate';
export const certificateOf = (set: string) => `has finished the ${set} in`;
export const certificatePlace = (list: string, place: string, of: string) => `${list}: place ${place} of ${of}`;
