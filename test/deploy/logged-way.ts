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

/** The emulator loses traces that a batch of messages carries. test/end-to-end/whole-way.contract.ts follows one to the mail. */
const traced: readonly FunctionName[] = ['pay', 'record-registrations'];

/**
 * Looks for a registration in the logs of all functions, and for the trace of the request that paid for it. A last line
 * may come a moment after its effect. Rejects naming the functions that logged nothing of it.
 */
export const followInLogs = async ({ cloud }: Stage, registrationId: string): Promise<void> => {
  const resources = await Promise.all(['StartlineRegistration', 'StartlineWork'].map(cloud.resources));
  const groups = resources.flat().filter(({ type }) => type === 'AWS::Logs::LogGroup');
  const saidOf = async (id: string) =>
    (await Promise.all(groups.map(({ physicalId }) => cloud.logLines(physicalId, id)))).flat();
  const allNaming = async (id: string, functions: readonly FunctionName[]) => {
    let lines: readonly string[] = [];
    let silent = functions;
    const allSaid = async () => {
      lines = await saidOf(id);
      silent = functions.filter((name) => !lines.some((line) => line.includes(`"service":"${name}"`)));
      return silent.length === 0;
    };
    await until(allSaid, 120, () => `the logs of ${silent.join(', ')} say something of ${id}`);
    return lines;
  };

  const lines = await allNaming(registrationId, way);
  const paid = lines.find((line) => line.includes('"service":"pay"')) ?? '';
  const traceId = /"traceId":"([0-9a-f-]+)"/.exec(paid)?.[1];
  if (!traceId) throw new Error(`pay logged no trace of ${registrationId}, but: ${paid}`);
  await allNaming(traceId, traced);
};
