import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../local/gateway/read-body';
import { policy } from '../report-page/shell';
import { isThisMachine } from '../target/this-machine';

/** What a page answers. */
export type Reply =
  | { readonly kind: 'page'; readonly html: string; readonly status?: number }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'file'; readonly type: string; readonly text: string };

export const send = (response: ServerResponse, reply: Reply): void => {
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`: with it a browser sends our own forms without their origin, and we check the origin.
    'referrer-policy': 'same-origin',
    'content-security-policy': policy(),
  };
  // 303 makes the browser continue with GET after a POST, so that a reload repeats nothing.
  if (reply.kind === 'go') return void response.writeHead(303, { ...headers, location: reply.to }).end();
  if (reply.kind === 'file')
    return void response.writeHead(200, { ...headers, 'content-type': `${reply.type}; charset=utf-8` }).end(reply.text);
  response.writeHead(reply.status ?? 200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(reply.html);
};

/** The form that was sent. Throws when it is too long. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const body = await readBody(request, 64 << 10);
  if (!body) throw new Error('The form is longer than 64 kB. Shorten the comment.');
  return new URLSearchParams(body.toString());
};

/**
 * Whether the request comes from our own page. The host is checked against DNS rebinding (a foreign name that points
 * here), and the origin against cross-site request forgery.
 */
export const isFromUs = ({ method, headers }: IncomingMessage): boolean => {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (!isThisMachine(name)) return false;
  return method === 'GET' || headers.origin === `http://${headers.host}`;
};
