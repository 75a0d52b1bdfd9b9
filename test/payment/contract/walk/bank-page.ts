import { createServer } from 'node:http';
import { processorScript, securityHeaders, stripeOrigin } from '../../../../lib/edge';
import type { Account } from './steps';

interface Task {
  readonly clientSecret: string;
  readonly outcome: 'pass' | 'fail';
  readonly done: () => void;
}

const page = (stripeJs: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>The bank asks</title>
<h1>The bank asks</h1><p id="what">Nothing yet: keep this page open.</p><div id="element"></div>
<script src="${stripeJs}"></script><script src="/page.js"></script>`;

/** Runs in the browser. It answers Q3 and Q4, too: it has the headers of our page, and shows the element with wallets. */
const script = (publishableKey: string) => `
const tell = (what) => fetch('/seen', { method: 'POST', body: JSON.stringify(what) });
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => tell({ Q3: violatedDirective + ' blocks ' + blockedURI }));
const stripe = Stripe(${JSON.stringify(publishableKey)});
const elements = stripe.elements({ mode: 'payment', amount: 7500, currency: 'eur', captureMethod: 'manual', paymentMethodTypes: ['card'] });
const element = elements.create('payment');
element.on('ready', () => tell({ Q3: 'the element is ready under our policy' }));
element.on('loaderror', ({ error }) => tell({ Q3: 'the element did not load: ' + error.message }));
element.mount('#element');
try {
  const express = elements.create('expressCheckout');
  const wallets = document.createElement('div');
  document.body.append(wallets);
  express.on('ready', ({ availablePaymentMethods }) => tell({ Q4: 'wallets on this device: ' + JSON.stringify(availablePaymentMethods ?? null) }));
  express.mount(wallets);
} catch (error) {
  tell({ Q4: 'wallets were not tried: ' + error.message });
}
const next = async () => {
  const { clientSecret, outcome } = await (await fetch('/next')).json();
  document.getElementById('what').textContent = outcome === 'pass' ? 'Press COMPLETE in the bank’s window.' : 'Press FAIL in the bank’s window.';
  const { error } = await stripe.handleNextAction({ clientSecret });
  document.getElementById('what').textContent = 'Thank you. Keep this page open.';
  await tell({ bank: error ? error.code : 'answered' });
  await fetch('/done', { method: 'POST' });
  next();
};
next();
`;

/**
 * A page on this machine at which a person answers the bank’s questions. `say` is told what the browser saw. `origin`: of
 * Stripe's API, or of a sandbox.
 */
export const openBankPage = async (publishableKey: string, say: (text: string) => void, origin = stripeOrigin) => {
  const tasks: Task[] = [];
  let ask: (() => void) | undefined;
  const headers = securityHeaders(origin);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked = `${request.method} ${request.url}`;
    const send = (type: string, text: string) =>
      response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(text);
    if (asked === 'GET /') return send('text/html', page(processorScript(origin)));
    if (asked === 'GET /page.js') return send('text/javascript', script(publishableKey));
    if (asked === 'POST /seen') {
      say(Buffer.concat(chunks).toString('utf8'));
      return send('text/plain', '');
    }
    if (asked === 'POST /done') {
      tasks.shift()?.done();
      return send('text/plain', '');
    }
    if (asked !== 'GET /next') return response.writeHead(404).end();
    if (tasks.length === 0) await new Promise<void>((resolve) => (ask = resolve));
    const [task] = tasks;
    return send('application/json', JSON.stringify({ clientSecret: task?.clientSecret, outcome: task?.outcome }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const bank: Account['bank'] = (clientSecret, outcome) =>
    new Promise((resolve) => {
      tasks.push({ clientSecret, outcome, done: resolve });
      ask?.();
    });
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : 0}/`,
    bank,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
