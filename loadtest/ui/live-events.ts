import type { IncomingMessage, ServerResponse } from 'node:http';
import { liveParts } from './live-parts';
import type { CurrentTest, TestStand } from './test-stand';
import { where } from './where';

/**
 * Sends the state of the running test to one page, as server-sent events: its present state at once, then each change
 * until the end.
 */
export const tellEvents = (stand: TestStand, request: IncomingMessage, response: ServerResponse): void => {
  const tell = (test: CurrentTest) => {
    const parts = Object.fromEntries(Object.entries(liveParts(test)).map(([id, { html }]) => [id, html]));
    response.write(`data: ${JSON.stringify({ parts, next: nextOf(test) })}\n\n`);
    if (!test.end) return;
    // Stop listening first: the next test may begin before this page is gone.
    leave();
    response.end();
  };
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const leave = stand.listen(tell);
  request.once('close', leave);
  response.once('close', leave);
  if (stand.current) tell(stand.current);
  else response.end(`data: ${JSON.stringify({ parts: {}, next: where.now })}\n\n`);
};

/** Where the page goes when the test has ended. A test without a report is explained where it ran. */
const nextOf = ({ end }: CurrentTest): string | undefined => {
  if (!end) return undefined;
  return end.kind === 'done' ? where.run(end.id) : where.now;
};
