import type { Submission } from '../../../lambdas/domain/registration';
import type { Postgres } from '../../../lambdas/platform/postgres/postgres';
import { ledgerOn } from './ledger';
import { makeRace, submissionFor } from './race';
import { registrationsOn } from './registrations';

/** A race whose every spot has its runner, in the order of the spots, and the block that was cut last. */
export const makeFullRace = async (postgres: Postgres, spots: number) => {
  const race = await makeRace(postgres, { spots });
  const submissions: Submission[] = [];
  let last: string | undefined;
  while (submissions.length < spots) {
    const cut = await ledgerOn(postgres).cut(race.eventId, last, 'spent');
    if (cut.kind !== 'block') throw new Error(`expected a block, got ${cut.kind}`);
    for (const at of cut.block.numbers.keys()) submissions.push(submissionFor(race, cut.block, at));
    last = cut.block.id;
  }
  await registrationsOn(postgres).record(race.eventId, submissions);
  return { race, submissions, last };
};
