import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../local/gateway/read-body';
import { policy } from '../report-page/shell';
import { isThisMachine } from '../this-machine';

/** What a page answers. */
export type Reply =
  | { readonly kind: 'page'; readonly html: string; readonly status?: number }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'file'; readonly type: string; readonly text: string };

export const send = (response: ServerResponse, reply: Reply): void => {
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`: with it a browser sends our own forms without their origin, by which we know them.
    'referrer-policy': 'same-origin',
    'content-security-policy': policy(),
  };
  // 303: after a POST the browser asks with GET, and a reload repeats nothing.
  if (reply.kind === 'go') return void response.writeHead(303, { ...headers, location: reply.to }).end();
  if (reply.kind === 'file')
    return void response.writeHead(200, { ...headers, 'content-type': `${reply.type}; charset=utf-8` }).end(reply.text);
  response.writeHead(reply.status ?? 200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(reply.html);
};

/** The form that was sent. Throws when it is longer than any of ours. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const body = await readBody(request, 64 << 10);
  if (!body) throw new Error('The form is longer than 64 kB. Shorten the comment.');
  return new URLSearchParams(body.toString());
};

/**
 * Whether it comes from a page of ours. The name is looked at against a foreign page whose name was made to point here
 * (DNS rebinding), the origin against a foreign form that is sent here.
 */
export const isFromUs = ({ method, headers }: IncomingMessage): boolean => {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (!isThisMachine(name)) return false;
  return method === 'GET' || headers.origin === `http://${headers.host}`;
};
