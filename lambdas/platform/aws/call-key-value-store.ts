import { openEndpoint } from '../calls/send-request';
import { signForAllRegions } from './sign-for-all-regions';
import { signerOf } from './sign-request';

/** What CloudFront's functions read at the edge. A change is there after seconds. Keys have no characters that a URL escapes. */
export interface KeyValueStore {
  put(key: string, value: string): Promise<void>;
  /** A key that is not there is no error. */
  remove(key: string): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const deadlineMs = 5_000;
/** Each write names the version of the store that it changes. Another write at the same moment makes it old. */
const maxAttempts = 5;

/**
 * Calls the key value store of CloudFront by hand: https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_Operations_Amazon_CloudFront_KeyValueStore.html
 *
 * @param url of the store: `https://<account>.cloudfront-kvs.global.api.aws/key-value-stores/<its ARN, escaped>`
 */
export const openKeyValueStore = (url: string, environment: Environment): KeyValueStore => {
  const endpoint = new URL(url);
  const send = openEndpoint(endpoint);

  const call = (
    method: 'GET' | 'PUT' | 'DELETE',
    below: string,
    own: Readonly<Record<string, string>>,
    body: string,
  ) => {
    const path = `${endpoint.pathname}${below}`;
    const headers = signForAllRegions({
      method,
      path,
      headers: { host: endpoint.host, ...own },
      body,
      service: 'cloudfront-keyvaluestore',
      credentials: signerOf(environment).credentials,
      at: new Date(),
    });
    return send({ method, path, headers, body, withinMs: deadlineMs });
  };

  const change = async (method: 'PUT' | 'DELETE', key: string, body: string): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const store = await call('GET', '', {}, '');
      if (store.status !== 200) throw new Error(`The key value store answered ${store.status} when it was looked at.`);
      const { status } = await call(
        method,
        `/keys/${key}`,
        { 'content-type': 'application/json', 'if-match': String(store.header('etag')) },
        body,
      );
      if (status === 200 || (method === 'DELETE' && status === 404)) return;
      if ((status !== 409 && status !== 412) || attempt === maxAttempts)
        throw new Error(`The key value store answered ${method} of ${key} with ${status}.`);
    }
  };

  return {
    put: (key, value) => change('PUT', key, JSON.stringify({ Value: value })),
    remove: (key) => change('DELETE', key, ''),
  };
};
