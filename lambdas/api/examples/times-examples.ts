export const setId = '019c5f3e-7a31-7a55-b0c4-2f6e8d9a1b3c';

export const timesRequest = {
  batchId: '019c5f3e-7a31-7b01-8e2d-5a4c3b2a1908',
  rows: [
    {
      bib: 417,
      gunMs: 6_082_000,
      chipMs: 5_998_400,
      splits: { '10k': 2_901_300 },
      at: '2027-09-12T09:41:22.000Z',
    },
    { bib: 714, status: 'dnf', at: '2027-09-12T09:40:10.500+02:00' },
  ],
};

export const timesTaken = {
  applied: 1,
  unchanged: 0,
  refused: [{ bib: 714, reason: 'unknown-bib' }],
  seq: 5_204,
};

export const startListTaken = { applied: 12, unchanged: 4_870, refused: [], seq: 5_217, removed: [88], withoutBib: 3 };

export const pathParametersOfTimes = { setId };
