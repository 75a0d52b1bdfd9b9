// Files of participants that are written by a job.

export const title = 'Files of any size, with the columns you choose';
export const waitingTitle = 'Files of the waiting list';
export const lead =
  'The people of this list, however many they are. A file is written within a few minutes and deleted after a day.';
export const formats = { csv: 'CSV file', xlsx: 'Excel file' } as const;
export const fileOf = (subject: 'participants' | 'waiting-list', format: keyof typeof formats) =>
  subject === 'waiting-list' ? `${formats[format]} of the waiting list` : formats[format];
export const orders = [
  ['csv', 'Write a CSV file'],
  ['xlsx', 'Write an Excel file'],
] as const;
export const ordered = 'It is being written. You can leave this page.';
export const columns = { file: 'File', state: 'State', rows: 'People', by: 'Ordered by', act: 'What next' } as const;
export const caption = 'Files';
export const states = {
  waiting: 'Being written',
  stopped: 'Stopped',
  done: 'Ready',
  failed: 'Too many people for one sheet',
  deleted: 'Deleted',
} as const;
export const stop = 'Stop';
export const resume = 'Go on';
export const download = 'Download';
export const link = 'Your file';
export const linkHint = 'The link works for five minutes.';
export const byAt = (by: string, when: string) => `${by}, ${when}`;

export const columnsTitle = 'Choose columns';
export const allColumns = 'All columns';
export const noColumns = 'No columns';
export const kinds = {
  registration: 'Registration and money',
  person: 'Who they are',
  contact: 'In an emergency',
  desk: 'Race day',
  team: 'Team',
  code: 'Codes',
  answer: 'What they answered',
  item: 'What they bought',
  donation: 'What they donated to',
} as const;
export const sensitive = (of: string) => `${of} (confidential)`;
export const ticked = (count: number) =>
  count === 0 ? 'Choose at least one.' : count === 1 ? '1 column.' : `${count} columns.`;
