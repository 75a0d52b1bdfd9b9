import { instrument } from '../../../lambdas/functions/wiring/connections/observability';
import type { LastDay } from '../../../lambdas/mail/send/quota';
import { reputationWorker } from '../../../lambdas/mail/send/reputation-worker';

const lines: Record<string, unknown>[] = [];
const metrics: Record<string, unknown>[] = [];

beforeEach(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false';
  for (const list of [lines, metrics]) list.splice(0);
  const into = (list: Record<string, unknown>[]) => (line: unknown) => void list.push(JSON.parse(String(line)));
  jest.spyOn(console, 'error').mockImplementation(into(lines));
  jest.spyOn(console, 'log').mockImplementation(into(metrics));
});
afterEach(() => jest.restoreAllMocks());

const look = (day: Partial<LastDay>) =>
  instrument(
    'watch-invariants',
    reputationWorker({ lastDay: async () => ({ mails: 1000, urgent: 0, low: 0, bounces: 0, complaints: 0, ...day }) }),
  )({});

test('a day on which little came back is published as zero, and nothing is logged', async () => {
  await look({ bounces: 30 });
  expect(lines).toEqual([]);
  expect(metrics).toEqual([
    expect.objectContaining({ UnsolicitedMailStopped: 0, MailsOfLastDay: 1000, MailBounces: 30, MailComplaints: 0 }),
  ]);
});

test('when too much came back the alarm has its metric, and the log says why and where to read on', async () => {
  await look({ complaints: 3 });
  expect(metrics).toEqual([expect.objectContaining({ UnsolicitedMailStopped: 1 })]);
  expect(lines).toEqual([
    expect.objectContaining({
      reason: '3 complaints of 1000 mails in 24 hours',
      see: 'docs/runbook.md, "Mail to strangers stopped"',
    }),
  ]);
});
