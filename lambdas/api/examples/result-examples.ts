import { raceId } from './examples';

const setId = '019c5f3e-7a31-7f10-8c21-2d6a0b4c8e17';
const from = { raceId, setId, version: 3, kind: 'corrected' };

export const resultPage = {
  ...from,
  list: 'gender:f',
  page: 1,
  pages: 214,
  total: 2_137,
  rows: [
    {
      bib: 17,
      name: 'Ada Lindqvist',
      group: 'Women 30 to 39',
      from: 'Old Mill Runners, SE',
      place: 1,
      time: 9_124_000,
      status: 'finished',
    },
    { bib: 4, name: null, group: 'Women 40 to 49', from: '', place: 2, time: 9_131_000, status: 'finished' },
  ],
};

export const resultNames = {
  ...from,
  rows: [
    { bib: 17, name: 'Ada Lindqvist', club: 'Old Mill Runners' },
    { bib: 309, name: 'Kim Adamson' },
  ],
  about: 120,
};

export const resultSearch = {
  ...from,
  rows: [{ bib: 17, name: 'Ada Lindqvist', club: 'Old Mill Runners' }],
  more: true as const,
};

export const resultEntry = {
  ...from,
  entry: {
    bib: 17,
    name: 'Ada Lindqvist',
    gender: 'f',
    ageGroup: 'F30',
    club: 'Old Mill Runners',
    country: 'SE',
    status: 'finished',
    rankMs: 9_124_000,
    gunMs: 9_125_400,
    chipMs: 9_123_800,
    splits: { half: 4_510_000 },
    places: [12, 1, 1],
  },
  places: [
    { list: 'overall', place: 12, of: 6_811 },
    { list: 'gender:f', place: 1, of: 2_137 },
    { list: 'age:F30', place: 1, of: 702 },
  ],
};

export const resultVersions = {
  raceId,
  setId,
  versions: [
    {
      number: 3,
      kind: 'corrected',
      note: 'Bib 4 was timed twice.',
      at: '2027-09-12T15:40:00.000Z',
      finishers: 6_811,
      entered: 7_002,
      manifest: 'q8Zb1kT0-x3A',
    },
    {
      number: 2,
      kind: 'official',
      note: '',
      at: '2027-09-12T15:00:00.000Z',
      finishers: 6_811,
      entered: 7_002,
      manifest: 'Zr4_mB7cQ2pe',
    },
  ],
};

export const pathParametersOfResults = { bib: '17' };
