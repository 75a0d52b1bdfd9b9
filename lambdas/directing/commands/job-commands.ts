import { cancelRaceMessage, jobsMessage, resumeJobMessage, stopJobMessage } from '../../jobs/messages';
import { type Command, type CommandAnswer, type CommandNeeds, command, refused } from '../command';

/** Commands that take longer than a request: a part of the table in `commands.ts`. */
export const jobCommands = {
  cancelRace: command(cancelRaceMessage, async ({ cancelRace }, message) => {
    const { dryRun, ...wished } = message.cancelRace;
    const answer = await cancelRace({ ...wished, isDryRun: dryRun });
    switch (answer.kind) {
      case 'cancelled':
        return { cancelledRace: { raceId: wished.raceId, ...answer.plan, dryRun } };
      case 'name-differs':
        return refused('name-differs', { name: answer.name }, [{ field: 'cancelRace.name', code: 'different' }]);
      case 'cancelled-otherwise':
        return refused('cancelled-otherwise', { percent: answer.refundPercent }, []);
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'cancelRace.raceId', code: 'not-a-race' }]);
    }
  }),

  jobs: command(jobsMessage, async ({ cancellations }, { jobs: { raceId } }) => ({
    jobs: await cancellations.list(raceId),
  })),

  stopJob: command(stopJobMessage, (needs, { stopJob }) => steer(needs, 'stop', stopJob)),

  resumeJob: command(resumeJobMessage, (needs, { resumeJob }) => steer(needs, 'resume', resumeJob)),
} satisfies Readonly<Record<string, Command>>;

const steer = async (
  { cancellations }: CommandNeeds,
  what: 'stop' | 'resume',
  { raceId, jobId, dryRun }: { readonly raceId: string; readonly jobId: string; readonly dryRun: boolean },
): Promise<CommandAnswer> => {
  const from = what === 'stop' ? ['waiting', 'running'] : ['stopping', 'stopped'];
  const isPossible = dryRun
    ? (await cancellations.list(raceId)).some(({ id, state }) => id === jobId && from.includes(state))
    : await cancellations[what](raceId, jobId);
  if (isPossible) return { job: { raceId, jobId, is: what === 'stop' ? 'stopped' : 'resumed', dryRun } };
  return refused('no-such-job', {}, [{ field: `${what}Job.jobId`, code: 'not-of-this-race', other: raceId }]);
};
