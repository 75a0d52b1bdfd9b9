import * as v from 'valibot';
import { startTlsProxy } from '../../../local/emulator/tls-proxy';
import { freePort } from '../../../local/services/free-port';
import { answerParent } from '../../cache/child';

/** TLS in front of the gateway, in a process of its own, so that the CPU of TLS and of the system can be told apart. */
const question = v.variant('kind', [
  v.object({
    kind: v.literal('start'),
    to: v.number(),
    certificate: v.object({ key: v.string(), certificate: v.string(), file: v.string() }),
  }),
  v.object({ kind: v.literal('cpu') }),
]);

answerParent(async (asked) => {
  const said = v.parse(question, asked);
  if (said.kind === 'cpu') return process.cpuUsage();
  const port = await freePort();
  await startTlsProxy({ certificate: said.certificate, port, to: said.to });
  return { port };
});
