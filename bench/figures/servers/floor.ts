import { createServer } from 'node:http';
import * as v from 'valibot';
import { freePort } from '../../../local/services/free-port';
import { answerParent } from '../../cache/child';
import { bareHttp } from './bare-http';
import { listening } from './listening';

/** The least that an answer can cost in Node: a server that does nothing else, on a raw socket or by `node:http`. */
const question = v.variant('kind', [
  v.object({ kind: v.literal('start'), on: v.picklist(['a raw socket', 'node:http']) }),
  v.object({ kind: v.literal('cpu') }),
]);

const body = Buffer.from(JSON.stringify({ hello: 'runner'.repeat(20) }));
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

const overSockets = async (): Promise<{ port: number }> => {
  const port = await freePort();
  const server = bareHttp(async () => ({ status: 200, headers, body }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host: '127.0.0.1' }, resolve);
  });
  return { port };
};

/** It reads what is sent, too. */
const overHttp = () =>
  listening(
    createServer((asked, answer) => {
      asked.resume().once('end', () => {
        answer.writeHead(200, { ...headers, 'content-length': body.length });
        answer.end(body);
      });
    }),
  );

answerParent(async (asked) => {
  const said = v.parse(question, asked);
  if (said.kind === 'cpu') return process.cpuUsage();
  return said.on === 'node:http' ? overHttp() : overSockets();
});
