import { rawEngine } from '../../../loadtest/http/raw-engine';

/** `bare-engine.ts URL CONNECTIONS REQUESTS`: the load test's HTTP engine without a browser around it. */
const [url = '', connections = '', requests = ''] = process.argv.slice(2);
const engine = rawEngine({ mostPerAddress: Number(connections) });
const get = { method: 'GET', path: '/', headers: { accept: 'application/json', 'user-agent': 'startline-loadtest' } };

let left = Number(requests);
const asking = async () => {
  while (left-- > 0) {
    const { status } = await engine.send(url, '127.0.0.1', get);
    if (status !== 200) throw new Error(`The server answered ${status}.`);
  }
};
await Promise.all(Array.from({ length: Number(connections) }, asking));
engine.close();
process.exit();
