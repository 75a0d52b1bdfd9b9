// Files of participants that are written by a job.

export const title = 'Large files';
export const lead =
  'The people of this list, however many they are. A file is written within a few minutes and deleted after a day.';
export const formats = { csv: 'CSV file', xlsx: 'Excel file' } as const;
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
