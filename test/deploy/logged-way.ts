import type { FunctionName } from '../../lambdas/contract';
import type { Stage } from './stage';

/** Every function that a registration passes, from the hold to the mail. */
export const way: readonly FunctionName[] = [
  'register',
  'pay',
  'record-registrations',
  'settle-payments',
  'record-settlements',
  'send-mail',
];

/** The last line may be written a moment after its work is seen. */
const patienceMs = 20_000;

/** Looks for a registration in the logs of all functions. Rejects naming those of its way that say nothing of it. */
export const followInLogs = async ({ cloud }: Stage, registrationId: string): Promise<void> => {
  const groups = (await cloud.resources('StartlineRegistration')).filter(({ type }) => type === 'AWS::Logs::LogGroup');
  const silent = async () => {
    const lines = await Promise.all(groups.map(({ physicalId }) => cloud.logLines(physicalId, registrationId)));
    const said = lines.flat().join('\n');
    return way.filter((name) => !said.includes(`"service":"${name}"`));
  };
  for (const giveUp = Date.now() + patienceMs; ; ) {
    const missing = await silent();
    if (missing.length === 0) return;
    if (Date.now() > giveUp) throw new Error(`The logs of ${missing.join(', ')} say nothing of ${registrationId}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};
