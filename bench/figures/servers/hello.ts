import { createServer } from 'node:http';
import * as v from 'valibot';
import { answerParent } from '../../cache/child';
import { listening } from './listening';

/**
 * The server that all generators are measured against. It counts the requests itself, so the figures do not depend on
 * what a generator reports.
 */
const question = v.variant('kind', [v.object({ kind: v.literal('start') }), v.object({ kind: v.literal('count') })]);

let requests = 0;
const body = Buffer.from(JSON.stringify({ hello: 'runner'.repeat(20) }));
const server = createServer((request, response) => {
  // The load test's ping is not counted.
  if (request.method !== 'OPTIONS') requests++;
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': body.length,
  });
  response.end(body);
});

answerParent(async (asked) => (v.parse(question, asked).kind === 'start' ? listening(server) : { requests }));
