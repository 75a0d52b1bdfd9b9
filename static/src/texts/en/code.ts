// The box for a code on the page of a race.

export const accessTitle = 'Your code';
export const accessLabel = 'Code';
export const accessHint = 'It may open a distance that is in no list, or lower what you pay.';
export const accessUse = 'Use the code';
export const accessTrying = 'Trying the code…';
export const accessEmpty = 'Type the code first';
export const accessOpened = (names: readonly string[]) =>
  `Your code opens ${names.join(', ')}. You find it among the distances above, and can register there within an hour.`;
export const accessKept = (code: string) =>
  `“${code}” opens no distance. If it lowers the price, you need not type it again: we use it where you check what it costs.`;

// Documents of a race.
export const download = (title: string, bytes: number) =>
  `${title} (PDF, ${bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`})`;

export const sponsors = 'Sponsors';

// What else there is to see of a race.
export const seeTeams = 'See the teams';
export const seeFundraisers = 'See who collects';
export const live = 'Follow it live';
export const results = 'Results';
export const draw = 'How the order was drawn, and how to check it';
