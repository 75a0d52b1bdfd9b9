import type { TestReport } from '../report/test-report';

/** What a run says: nothing (void), that all is well, or what is not. */
export type Standing = 'clean' | 'not-clean' | 'void';

/** A void run is void whatever its checks say, because it measured its own generator. */
export const standingOf = ({ validity, checks }: Pick<TestReport, 'validity' | 'checks'>): Standing => {
  if (validity.kind === 'void') return 'void';
  return checks.every(({ holds }) => holds) ? 'clean' : 'not-clean';
};

export const standingWords: Readonly<Record<Standing, string>> = {
  clean: 'Clean',
  'not-clean': 'Not clean',
  void: 'Void',
};
