// What people read about what a race was before.

export const lead = 'Each time that something is published, the race as it was stays here.';
export const none = 'Nothing was changed yet';
export const noneWords =
  'The race is as it was when it was made. From the first change on, its states are listed here.';
export const columns = { revision: 'State', at: 'Published', by: 'By', actions: 'Restore' };
export const revision = (revision: number) => `Revision ${revision}`;
/** A state that no publication left: the first one, or what a command changed between two publications. */
export const notPublished = (isFirst: boolean) => (isFirst ? 'Before the first change' : 'By a command');
export const restore = 'Restore';
export const restoreOf = (revision: number) => `Restore revision ${revision}`;
export const restoreWords =
  'The race as it was then becomes the draft. Nobody sees it before you publish it, and you see first what that does. Changes that are not published now are replaced by it.';
export const compare = 'Compare two states';
export const from = 'From';
export const to = 'To';
export const same = 'They say the same.';

export const doneTitle = 'What was done';
export const doneLead =
  'What people of the staff did in this race, and what was ordered by the command line, the newest first.';
