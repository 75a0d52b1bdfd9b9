import type { IncomingMessage, ServerResponse } from 'node:http';
import { liveParts } from './live-parts';
import type { CurrentTest, TestStand } from './test-stand';
import { where } from './where';

/** Tells one page of the test that runs, as server-sent events: at once how it stands, then each change, to its end. */
export const tellEvents = (stand: TestStand, request: IncomingMessage, response: ServerResponse): void => {
  const tell = (test: CurrentTest) => {
    const parts = Object.fromEntries(Object.entries(liveParts(test)).map(([id, { html }]) => [id, html]));
    response.write(`data: ${JSON.stringify({ parts, next: nextOf(test) })}\n\n`);
    if (!test.end) return;
    // Nothing of the next test: it may begin before this page is gone.
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

/** Where the page goes when the test has ended; a test without a report is explained where it ran. */
export const nextOf = ({ end }: CurrentTest): string | undefined => {
  if (!end) return undefined;
  return end.kind === 'done' ? where.run(end.id) : where.now;
};
