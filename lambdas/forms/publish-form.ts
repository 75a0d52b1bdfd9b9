import type { RaceNews } from '../races/race';
import { changedMeanings, type Form, limitedVariants } from './form';
import type { FormRegister, PublishedAnswer } from './ports';

interface Needs {
  readonly register: Pick<FormRegister, 'publish'>;
  readonly news: RaceNews;
  /** Whether this release takes the answers of runners. Until it does, a form cannot be the form of a race. */
  readonly takesAnswers: boolean;
  /** Whether this release counts what is limited. Until it does, no form may promise it. */
  readonly dealsUnits: boolean;
}

export type PublishFormAnswer = PublishedAnswer | { readonly kind: 'cannot-answer-yet' };

export interface PublishFormCommand {
  readonly raceId: string;
  readonly revision: number;
  readonly isDryRun: boolean;
}

export type PublishForm = (command: PublishFormCommand) => Promise<PublishFormAnswer>;

/** Makes a saved form the form of its race: from then on runners are asked its questions. Safe to send again. */
export const publishForm =
  ({ register, news, takesAnswers, dealsUnits }: Needs): PublishForm =>
  async ({ raceId, revision, isDryRun }) => {
    const faultsOf: typeof changedMeanings = (published, form: Form) => [
      ...changedMeanings(published, form),
      ...(dealsUnits ? [] : limitedVariants(form)),
    ];
    const answer = await register.publish(raceId, revision, faultsOf, isDryRun || !takesAnswers);
    if (answer.kind !== 'published' || isDryRun) return answer;
    if (!takesAnswers) return { kind: 'cannot-answer-yet' };
    await news.changed(raceId);
    return answer;
  };
