import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { withBrokenAnswers } from '../../http/broken-answers';
import { readText } from '../../read-text';
import type { Directory } from '../queue/directory';
import { isJson, type Json } from '../queue/fields';
import { Problem } from '../queue/problem';
import { controlOf } from './control';
import { countOne, noCounts } from './counts';
import { operationsOn } from './operations';

/** Escaping may make 1 MiB of message six times as long in JSON. Anything longer is refused. */
const maxBytes = 8 * 1024 * 1024;

const read = (request: IncomingMessage): Promise<string> =>
  readText(request, maxBytes, () => new Problem('RequestEntityTooLarge', `A request may have ${maxBytes} bytes.`));

const parse = (body: string): Json => {
  try {
    const input: unknown = JSON.parse(body === '' ? '{}' : body);
    if (isJson(input)) return input;
  } catch {
    // Falls through to the refusal.
  }
  throw new Problem('SerializationException', 'The request body is not a JSON object.');
};

const answer = (response: ServerResponse, status: number, body: Json, headers: Record<string, string> = {}): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': bytes.length,
    'x-amzn-requestid': randomUUID(),
    ...headers,
  });
  response.end(bytes);
};

const refuse = (response: ServerResponse, error: unknown): void => {
  if (!(error instanceof Problem)) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    answer(response, 500, {
      __type: 'com.amazonaws.sqs#InternalError',
      message: 'The queue server failed; try again.',
    });
    return;
  }
  const status = error.code === 'RequestEntityTooLarge' ? 413 : 400;
  answer(
    response,
    status,
    { __type: `com.amazonaws.sqs#${error.code}`, message: error.message },
    { 'x-amzn-query-error': `${error.queryCode};Sender` },
  );
};

/** Serves the queues over HTTP in the AWS JSON 1.0 protocol, which the SDKs use. Signatures are not checked. */
export const serveQueues = (directory: Directory): Server => {
  const counts = noCounts();
  const operations = operationsOn(directory, counts);
  const control = controlOf(directory, counts);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const hangUp = new AbortController();
    // Only before the answer: each aborted signal creates an error with a stack trace, which is expensive per request.
    response.on('close', () => {
      if (!response.writableEnded) hangUp.abort();
    });
    try {
      if (request.url?.startsWith('/local/')) {
        answer(response, 200, control(`${request.method} ${request.url}`, parse(await read(request))));
        return;
      }
      const name = String(request.headers['x-amz-target'] ?? '').replace(/^AmazonSQS\./, '');
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (request.method !== 'POST' || !operation)
        throw new Problem('InvalidAction', `The action ${name} is not valid for this endpoint.`);
      countOne(counts.requests, name);
      const input = parse(await read(request));
      const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
      answer(response, 200, await operation(input, { origin, signal: hangUp.signal }));
    } catch (error) {
      if (!hangUp.signal.aborted) refuse(response, error);
      if (!request.complete) request.destroy();
    }
  };

  return createServer(
    { keepAliveTimeout: 65_000 },
    // What a poller receives and never reads is invisible for minutes, longer than any opening of a test.
    withBrokenAnswers(
      (request, response) => void handle(request, response),
      ({ headers }) => headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage',
    ),
  );
};
