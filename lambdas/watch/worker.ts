import { count, log } from '../platform/observability';
import { differences, findingsIn } from './differences';
import type { Verdicts } from './ports';
import type { WatchInvariants } from './watch-invariants';

/**
 * Runs on a schedule. A difference that was looked for and not found is published as zero, so that the alarm can tell a
 * clean pass from no pass. Where the spots are is published too, for the dashboard of an opening. Each finding is one
 * log line with the heading of docs/runbook.md that says what to do.
 */
export const watchWorker = (watch: WatchInvariants, verdicts: Verdicts) => async () => {
  const { measured, standing, repaired } = await watch();
  const findings = findingsIn(measured);
  for (const { name, severity, see, count: found, samples } of findings) {
    const line = { difference: name, count: found, samples, see: `docs/runbook.md, "${see}"` };
    if (severity === 'broken') log.error('The books contradict each other.', undefined, line);
    else log.warn('Something is late, lost or out of date.', line);
  }
  const repairs = Object.values(repaired).reduce((sum, some) => sum + some, 0);
  if (repairs > 0) log.warn('Messages were ordered again, or caches were corrected.', repaired);

  for (const [name, some] of measured) if (!('alarm' in differences[name]) || some.count > 0) count(name, some.count);
  count(
    'InvariantViolations',
    findings.reduce((sum, finding) => sum + (finding.alarm === 'own' ? 0 : finding.count), 0),
  );
  count('InvariantRepairs', repairs);
  count('SpotsLeft', standing.left);
  count('SpotsHeld', standing.held);
  count('SpotsRegistered', standing.registered);
  // Last: the alarms do not wait for it.
  await verdicts.keep(measured, measured.has('RunnersWithoutMoney'));
};
