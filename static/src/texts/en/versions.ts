// Pages of results that few people ask for. They load with their own script.

// What was published.
export const versionsTitle = 'What was published';
export const versionsLead =
  'The newest comes first. What was published is never changed, only followed by a newer version, and stays readable. A name may be taken out of all of them.';
export const versionNumber = (number: string) => `Version ${number}`;
export const seeVersion = (number: string) => `Read version ${number}`;
export const asPublished = (instant: string) => `As it was published on ${instant}.`;
export const replaced = 'A newer version has replaced it.';
export const seeNewest = 'See what counts now';
export const noSuchVersion = (number: string) => `There is no version ${number} to read. These were published:`;
export const liveVersions = (count: string) => `While the race was run, ${count} more were published.`;
export const seeChanges = 'See what changed';
export const comparing = 'Comparing it with the version before…';
export const tooManyChanges = 'So much changed that it is not listed here.';
export const changedRunners = (count: number, listed: number) =>
  count === 0
    ? 'No runner changed.'
    : count === 1
      ? 'One runner changed.'
      : `${count.toLocaleString('en')} runners changed.${count > listed ? ` The first ${listed} of them:` : ''}`;
export const otherDetails = (state: string) => `${state} as before, and other details changed`;
export const notListed = 'not listed';

// Results on a wall.
export const justFinished = 'Just finished';
export const noSuchRanking = 'This race has no such ranking.';

// A search inside of names.
export const insideTitle = 'Find a runner';
export const insideLabel = 'Any part of a name or of a club';
export const insideHint = 'At least three letters, or two Chinese, Japanese or Korean ones';
export const insideWithin = 'In';
export const insideEverybody = 'All lists';
export const insideDo = 'Search';
export const insideFound = (count: number, isMore: boolean) =>
  count === 0
    ? 'Nobody is found.'
    : isMore
      ? `These are the first ${count}. Type more to find the right one.`
      : count === 1
        ? 'One runner is found.'
        : `${count} runners are found.`;
