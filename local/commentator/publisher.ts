import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { uuid7 } from '../../lambdas/platform/uuid';
import { randomMessages } from './random-messages';

/** What the parent process sends: publish from now on so often, or stop. */
export type ToPublisher = { readonly kind: 'rate'; readonly perSecond: number } | { readonly kind: 'stop' };
/** What it hears. `ms`: how long the answer took. */
export type FromPublisher =
  | { readonly kind: 'ready' | 'stopped' }
  | { readonly kind: 'published'; readonly ms: number; readonly head: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** A message is about as long as this, so that a head with one is about 1 kB. */
const textLength = 330;
/** After an answer that did not come. */
const retryMs = 500;

/** `mode`: with `random`, messages of every kind and size. */
const [functions = '', raceId = '', mode = ''] = process.argv.slice(2);
const say = (news: FromPublisher) => process.send?.(news);

const bundle = pathToFileURL(join(functions, 'direct', 'index.mjs')).href;
const loaded: Readonly<Record<string, unknown>> = await import(bundle);
const direct = loaded.handler as (order: object, context: object) => Promise<Readonly<Record<string, unknown>>>;
const context = { awsRequestId: 'publisher', functionName: 'direct', getRemainingTimeInMillis: () => 60_000 };

let perSecond = 0;
let isStopping = false;

/** The instant stands in the text, so that who reads it knows how old it is. */
const message = () => {
  const text = `${Date.now()} `;
  return { id: uuid7(), kind: 'comment', text: text + 'x'.repeat(textLength - text.length) };
};

const random = mode === 'random' ? randomMessages() : undefined;

interface Published {
  readonly head: number;
  readonly messages: readonly { readonly number: number }[];
}

const publish = async (): Promise<void> => {
  const messages = random?.next() ?? [message()];
  // Sent again until there is an answer, as the same message.
  for (;;) {
    const start = performance.now();
    try {
      const answer = await direct({ publishFeed: { raceId, messages } }, context);
      if (!('publishedFeed' in answer)) throw new Error(JSON.stringify(answer));
      const { head, messages: numbered } = answer.publishedFeed as Published;
      random?.published(
        messages,
        numbered.map(({ number }) => number),
      );
      say({ kind: 'published', ms: performance.now() - start, head });
      return;
    } catch (error) {
      say({ kind: 'failed', reason: String(error).slice(0, 200) });
      if (isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
};

process.on('message', (order: ToPublisher) => {
  if (order.kind === 'rate') perSecond = order.perSecond;
  else isStopping = true;
});
process.on('disconnect', () => process.exit(0));
say({ kind: 'ready' });

let due = performance.now();
while (!isStopping) {
  if (perSecond > 0) await publish();
  due = Math.max(due + 1000 / Math.max(perSecond, 1), performance.now() - 5_000);
  await new Promise((resolve) => setTimeout(resolve, Math.max(5, due - performance.now())));
}
say({ kind: 'stopped' });
process.disconnect?.();
