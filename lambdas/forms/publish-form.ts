import type { RaceNews } from '../races/race';
import { changedMeanings, groupsOfOthers, variantsWithoutStock } from './form';
import type { FormRegister, PublishedAnswer } from './ports';

interface Needs {
  readonly register: Pick<FormRegister, 'publish'>;
  readonly news: RaceNews;
}

export interface PublishFormCommand {
  readonly raceId: string;
  readonly revision: number;
  readonly isDryRun: boolean;
}

export type PublishForm = (command: PublishFormCommand) => Promise<PublishedAnswer>;

/** Makes a saved form the form of its race: from then on runners are asked its questions. Safe to send again. */
export const publishForm =
  ({ register, news }: Needs): PublishForm =>
  async ({ raceId, revision, isDryRun }) => {
    const faultsOf: Parameters<FormRegister['publish']>[2] = ({ published, stocked, othersGroups }, form) => [
      ...changedMeanings(published, form),
      ...groupsOfOthers(othersGroups, form),
      ...variantsWithoutStock(stocked, form),
    ];
    const answer = await register.publish(raceId, revision, faultsOf, isDryRun);
    if (answer.kind === 'published' && !isDryRun) await news.changed(raceId);
    return answer;
  };
