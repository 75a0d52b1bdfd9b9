import type { Task } from '../../../loadtest/generator/generate';
import type { Assignment } from '../../../loadtest/generator/let-run';
import { scenarios } from '../../../loadtest/scenarios/all';

/** A crowd in which each visitor asks for a site's smallest answer. */
export const helloCrowd = (url: string, runners: number, within: number): Task => ({
  wish: { scenario: 'hello', runners, within, think: [0, 0], race: 'any', card: '', seed: 1 },
  scenario: scenarios.hello,
  site: { url, processor: { url, publishableKey: '' } },
  run: 'test',
  firstAddress: 0,
  deadlineSeconds: 60,
});

export const alone = (task: Task): Assignment => ({ ...task, share: { index: 0, of: 1 }, startAt: Date.now() });
