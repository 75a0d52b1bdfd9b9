import { promises as dns, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';

export interface Posted {
  readonly status: number;
  /** The beginning of the answer. */
  readonly answer: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

interface Options {
  /** Hosts with their ports that may be anything, also local and without TLS. Empty where strangers name the address. */
  readonly allowed: ReadonlySet<string>;
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  readonly timeoutMs?: number;
}

const maxAnswerBytes = 1024;

/**
 * Posts to an address that somebody else chose, and never to our own network. Only https on its port. Every address that the
 * name has must be public, and the connection goes to one that was checked: a name that changes in between leads nowhere else.
 * A redirect is an answer and is not followed. Throws when nothing answered; the message says why and names no address.
 */
export const postPublicly =
  ({ allowed, resolve = lookup, timeoutMs = 15_000 }: Options) =>
  async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted> => {
    const address = new URL(url);
    const signal = AbortSignal.timeout(timeoutMs);
    const isTrusted = allowed.has(address.host);
    const fault = isTrusted ? undefined : faultOf(address);
    if (fault) throw new Error(fault);
    const hostname = address.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(hostname)
      ? [{ address: hostname, family: isIP(hostname) }]
      : await within(resolve(hostname), signal);
    const [first] = found;
    if (!first) throw new Error('The name has no address.');
    if (!isTrusted && !found.every((one) => isPublic(one.address)))
      throw new Error('The name leads to a private address.');
    return new Promise((resolved, reject) => {
      const open = address.protocol === 'https:' ? requestHttps : requestHttp;
      const request = open(
        address,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: false,
          signal,
          // The name is not looked up again.
          lookup: (_, options, done) => (options.all ? done(null, [first]) : done(null, first.address, first.family)),
        },
        (response) => {
          read(response).then((answer) => {
            const retryAfter = Number(response.headers['retry-after']);
            resolved({
              status: response.statusCode ?? 0,
              answer,
              ...(Number.isFinite(retryAfter) && retryAfter > 0 && { retryAfter }),
            });
          }, reject);
        },
      );
      // It wants to speak something else from now on. Without a listener Node closes the connection and tells nobody.
      request.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy();
        resolved({ status: statusCode, answer: '' });
      });
      request.on('error', (error) => reject(signal.aborted ? new Error(`No answer in ${timeoutMs / 1000} s.`) : error));
      request.end(body);
    });
  };

/** Why an address cannot be posted to, by itself. Undefined: it can, as far as one sees. */
export const faultOf = ({ protocol, port, username, hostname }: URL): string | undefined => {
  if (protocol !== 'https:') return 'The address does not begin with https.';
  if (port !== '') return 'The address has a port.';
  if (username !== '') return 'The address has a user name.';
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) && !isPublic(bare)) return 'The address is private.';
  // A name may end with a dot.
  const name = bare.replace(/\.$/, '');
  if (!isIP(bare) && (!name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name)))
    return 'The address is private.';
  return undefined;
};

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and the multicast and reserved ranges. */
const privateV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Of the public range 2000::/3: protocols, documentation, and addresses that carry an IPv4 address. */
const privateV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const blocked = new BlockList();
for (const [net, prefix] of privateV4) blocked.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of privateV6) blocked.addSubnet(net, prefix, 'ipv6');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

export const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !blocked.check(address, 'ipv4')
    : isIP(address) === 6 && publicV6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');

const lookup = (hostname: string) => dns.lookup(hostname, { all: true });

const within = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The name was not found in time.')), { once: true });
    }),
  ]);

const read = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    // The rest is not wanted, however long it is.
    if (bytes >= maxAnswerBytes) break;
  }
  response.destroy();
  return Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8');
};
