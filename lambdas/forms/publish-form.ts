import type { RaceNews } from '../races/race';
import { changedMeanings, limitedVariants, uncheckedRules } from './form';
import type { FormRegister, PublishedAnswer } from './ports';

interface Needs {
  readonly register: Pick<FormRegister, 'publish'>;
  readonly news: RaceNews;
  /** Whether this release counts what is limited. Until it does, no form may promise it. */
  readonly dealsUnits: boolean;
  /** Whether this release asks who may run, and for signatures. Until it does, no form may promise that. */
  readonly checksRules: boolean;
}

export interface PublishFormCommand {
  readonly raceId: string;
  readonly revision: number;
  readonly isDryRun: boolean;
}

export type PublishForm = (command: PublishFormCommand) => Promise<PublishedAnswer>;

/** Makes a saved form the form of its race: from then on runners are asked its questions. Safe to send again. */
export const publishForm =
  ({ register, news, dealsUnits, checksRules }: Needs): PublishForm =>
  async ({ raceId, revision, isDryRun }) => {
    const faultsOf: typeof changedMeanings = (published, form) => [
      ...changedMeanings(published, form),
      ...(dealsUnits ? [] : limitedVariants(form)),
      ...(checksRules ? [] : uncheckedRules(form)),
    ];
    const answer = await register.publish(raceId, revision, faultsOf, isDryRun);
    if (answer.kind === 'published' && !isDryRun) await news.changed(raceId);
    return answer;
  };
