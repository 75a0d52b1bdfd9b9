import * as examples from '../examples/result-examples';
import { resultEntry, resultNames, resultPage, resultSearch, resultVersions } from '../messages/race-day/results';
import type { Operation } from './operation';

const set = 'The id of a set of the race. Left out: the first one.';
const fresh = 'Everything in the answer is from one version. It is two seconds old at most';
const rest = `${fresh}, and the CDN keeps it for two while results are live, or else for fifteen.`;

/** Results that were published. */
export const resultOperations = {
  'GET /api/races/{raceId}/results': {
    id: 'readResults',
    summary: 'Ten rows of a list of results',
    description: `In the order of the list. ${rest}`,
    query: {
      set,
      list: '`overall`, `gender:` or `age:` with the code of a group, `dnf` for everybody without a place, or `entries` by bib.',
      page: 'From 1.',
    },
    answer: {
      status: 200,
      description: 'The rows.',
      body: { name: 'ResultPage', schema: resultPage, examples: { page: examples.resultPage } },
    },
    cached: true,
    problems: ['results-withdrawn'],
  },
  'GET /api/races/{raceId}/results/names': {
    id: 'findInResults',
    summary: 'Find runners by the first letters of a name',
    description: `Eight at most, by the beginning of any of their names, in any case, with or without accents. Digits find the runner with exactly this bib. ${fresh}, and the CDN keeps it for a minute.`,
    query: { set, starts: 'What was typed so far.' },
    answer: {
      status: 200,
      description: 'The runners.',
      body: { name: 'ResultNames', schema: resultNames, examples: { names: examples.resultNames } },
    },
    cached: true,
    problems: ['results-withdrawn'],
  },
  'GET /api/races/{raceId}/results/search': {
    id: 'searchResults',
    summary: 'Find runners by any part of a name or of a club',
    description: `Twenty at most, by bib: those who have each word anywhere in their name or club, in any case, with or without accents. One word needs three letters, or two of a script whose names are short. While a race is run, they are found by the names of the version before. ${fresh}.`,
    query: {
      set,
      q: 'The words.',
      group: 'Only runners of this list: `gender:` or `age:` with a code. Default: everybody.',
    },
    answer: {
      status: 200,
      description: 'The runners.',
      body: { name: 'ResultSearch', schema: resultSearch, examples: { found: examples.resultSearch } },
    },
    problems: ['invalid-request', 'results-withdrawn', 'too-fast'],
  },
  'GET /api/races/{raceId}/results/{setId}/entries/{bib}': {
    id: 'readResult',
    summary: 'The result of one bib',
    description: `With splits and places. ${rest}`,
    answer: {
      status: 200,
      description: 'The result.',
      body: { name: 'ResultEntry', schema: resultEntry, examples: { entry: examples.resultEntry } },
    },
    cached: true,
    problems: ['results-withdrawn'],
  },
  'GET /api/races/{raceId}/results/{setId}/versions': {
    id: 'listResultVersions',
    summary: 'What was published of a set',
    description:
      'The newest first. The files of an older version can still be read, unless results were withdrawn since.',
    answer: {
      status: 200,
      description: 'The versions.',
      body: { name: 'ResultVersions', schema: resultVersions, examples: { versions: examples.resultVersions } },
    },
    cached: true,
    problems: ['results-withdrawn'],
  },
} as const satisfies Readonly<Record<string, Operation>>;
