import { Agent, createServer, get } from 'node:http';
import * as v from 'valibot';
import { answerParent } from '../../cache/child';
import { listening } from '../servers/listening';

/** A bare `node:http` server and its client in one process, which has nothing else to do. */
const question = v.object({ requests: v.number() });

const inFlight = 32;
const body = Buffer.from(JSON.stringify({ hello: 'runner'.repeat(20) }));
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
const listens = listening(server);

const ask = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.once('error', reject).once('end', resolve).resume();
    }).once('error', reject);
  });

answerParent(async (asked) => {
  let left = v.parse(question, asked).requests;
  const { port } = await listens;
  const before = process.cpuUsage();
  const asking = async () => {
    while (left-- > 0) await ask(port);
  };
  await Promise.all(Array.from({ length: inFlight }, asking));
  return process.cpuUsage(before);
});
