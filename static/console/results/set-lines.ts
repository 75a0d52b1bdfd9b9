import { plainDigits } from '../../../lambdas/domain/plain-digits';

/** Genders, age groups and points as lines of text, one of each on a line. A line that cannot be read is undefined. */

export interface Gender {
  readonly code: string;
  readonly label: string;
}
export interface AgeGroup {
  readonly code: string;
  readonly gender?: string;
  readonly from: number;
  readonly to: number;
}
export interface Point {
  readonly code: string;
  readonly label: string;
  readonly metres: number;
}

export const readGender = (line: string): Gender | undefined => {
  const [, code, label] = /^([\w-]+)\s*:\s*(\S.*)$/.exec(line) ?? [];
  return code && label ? { code, label } : undefined;
};
export const writeGender = ({ code, label }: Gender): string => `${code}: ${label}`;

export const readAgeGroup = (line: string): AgeGroup | undefined => {
  const [, code, gender, from, to] =
    /^([\w-]+)\s*:\s*(?:([\w-]+)\s+)?(\d{1,3})\s*[-–]\s*(\d{1,3})$/.exec(plainDigits(line)) ?? [];
  return code ? { code, ...(gender && { gender }), from: Number(from), to: Number(to) } : undefined;
};
export const writeAgeGroup = ({ code, gender, from, to }: AgeGroup): string =>
  `${code}: ${gender ? `${gender} ` : ''}${from}-${to}`;

export const readPoint = (line: string): Point | undefined => {
  const [, code, label, metres] = /^([\w-]+)\s*:\s*(\S.*?)\s*,\s*(\p{Nd}{1,7})$/u.exec(line) ?? [];
  return code && label && metres ? { code, label, metres: Number(plainDigits(metres)) } : undefined;
};
export const writePoint = ({ code, label, metres }: Point): string => `${code}: ${label}, ${metres}`;

/** What most road races have. A director changes it. */
export const usualAgeGroups: readonly AgeGroup[] = ['f', 'm'].flatMap((gender) =>
  [
    [0, 19],
    [20, 29],
    [30, 39],
    [40, 49],
    [50, 59],
    [60, 69],
    [70, 150],
  ].map(([from = 0, to = 0]) => ({
    code: from === 0 ? `${gender.toUpperCase()}U20` : `${gender.toUpperCase()}${from}`,
    gender,
    from,
    to,
  })),
);
