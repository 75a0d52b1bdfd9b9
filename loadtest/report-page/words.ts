import type { TestReport } from '../report/test-report';

const grouped = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const [none, one] = [grouped(0), grouped(1)];

/** 12345.6 → `12,346` */
export const whole = (value: number) => none.format(value);

/** Numbers below 100 with one digit after the point, others without: 3.14 → `3.1`, 314.15 → `314`. */
export const figure = (value: number) => (Math.abs(value) < 100 && !Number.isInteger(value) ? one : none).format(value);

/** Milliseconds as text, from ten seconds on in seconds. */
export const milliseconds = (value: number) =>
  value >= 10_000 ? `${one.format(value / 1000)} s` : `${figure(value)} ms`;

/** Seconds as text, from two minutes on in minutes and seconds. */
export const seconds = (value: number) => {
  if (value < 120) return `${figure(value)} s`;
  const rounded = Math.round(value);
  return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
};

/** A share (0–1) as percent: 0.0123 → `1.2 %`, 0.00012 → `0.012 %`. */
export const percent = (share: number) => {
  const value = share * 100;
  return `${value !== 0 && Math.abs(value) < 0.1 ? Number(value.toPrecision(2)) : one.format(value)} %`;
};

export const bytes = (value: number) => {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${figure(value / 1000 ** power)} ${units[power]}`;
};

/** A moment in UTC, the same for every reader: `2026-11-21 22:30 UTC`. */
export const moment = (iso: string) => `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const counted = (count: number, thing: string) => `${whole(count)} ${thing}${count === 1 ? '' : 's'}`;

/** The figures of those whose bank asked them, in a sentence. */
export const challengesInWords = ({ asked, passed, failed, abandoned }: NonNullable<TestReport['challenges']>) =>
  `The bank asked ${counted(asked, 'runner')}: ${whole(passed)} passed, ${whole(failed)} failed and paid with another card, and ${whole(abandoned)} left.`;

/** The figures of groups in a sentence. */
export const groupsInWords = ({ came, people, registered, withFewer }: NonNullable<TestReport['groups']>) =>
  `${counted(came, 'group')} of ${whole(people)} runners came: ${whole(registered)} are in, each with one payment, and ${whole(withFewer)} with fewer than came, because too few spots were left.`;
