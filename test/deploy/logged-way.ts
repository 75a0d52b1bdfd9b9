import type { FunctionName } from '../../lambdas/contract/functions';
import { until } from '../support/until';
import type { Stage } from './stage';

/** Every function that a registration passes, from hold to mail. */
export const way: readonly FunctionName[] = [
  'register',
  'pay',
  'record-registrations',
  'settle-payments',
  'record-settlements',
  'send-mail',
];

/**
 * Looks for a registration in the logs of all functions. A last line may come a moment after its effect. Rejects naming
 * the functions that logged nothing of it.
 */
export const followInLogs = async ({ cloud }: Stage, registrationId: string): Promise<void> => {
  const groups = (await cloud.resources('StartlineRegistration')).filter(({ type }) => type === 'AWS::Logs::LogGroup');
  let silent: readonly string[] = way;
  const allSaid = async () => {
    const lines = await Promise.all(groups.map(({ physicalId }) => cloud.logLines(physicalId, registrationId)));
    const said = lines.flat().join('\n');
    silent = way.filter((name) => !said.includes(`"service":"${name}"`));
    return silent.length === 0;
  };
  await until(allSaid, 120, () => `the logs of ${silent.join(', ')} say something of ${registrationId}`);
};
