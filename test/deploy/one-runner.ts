import { request } from 'node:https';
import * as v from 'valibot';
import { holdGranted } from '../../lambdas/api/messages/holds';
import { registrationStatus } from '../../lambdas/api/messages/registrations';
import { uuid7 } from '../../loadtest/uuid7';
import type { Cloud } from '../../local/emulator/cloud';
import { processorKeys, type Servers } from '../../local/emulator/servers';
import { type Call, openClient } from '../end-to-end/support/client';
import { holdsPath, marathonId, newPerson, submissionFor } from '../end-to-end/support/program';
import { until } from '../support/until';

export interface Registered {
  readonly registrationId: string;
  readonly email: string;
  readonly number: number;
  /** How often they were told that the system is busy, and asked again. */
  readonly toldToComeBack: number;
}

/** Sends a card where the page sends it; resolves with the token that stands for it. */
const sendCard = ({ processorUrl, certificate }: Servers): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(processorUrl);
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' };
    const form = new URLSearchParams({ type: 'card' });
    for (const [name, value] of Object.entries(card)) form.set(`card[${name}]`, value);
    const headers = {
      authorization: `Bearer ${processorKeys.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const ca = certificate.certificate;
    const options = { method: 'POST', hostname, port, path: '/v1/payment_methods', headers, ca, timeout: 30_000 };
    const sent = request(options, (answer) => {
      let said = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      answer.once('end', () => {
        const method = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() })), said);
        if (method.success) resolve(method.output.id);
        else reject(new Error(`The processor did not take the card: ${answer.statusCode} ${said.slice(0, 300)}`));
      });
    });
    sent.once('timeout', () => sent.destroy(new Error('The processor did not answer within 30 s.')));
    sent.once('error', reject);
    sent.end(form.toString());
  });

const timeoutMs = 300_000;

/**
 * Asks as the page does: again, when told to come back. A busy machine answers with a problem and a time to wait. Every
 * other status that is not `expected` is a failure.
 */
const asker = (siteUrl: string) => {
  const client = openClient(siteUrl);
  let toldToComeBack = 0;
  const ask = async (expected: number, method: string, path: string, call?: Call): Promise<unknown> => {
    for (const giveUp = Date.now() + timeoutMs; ; toldToComeBack++) {
      const { status, headers, body } = await client(method, path, call);
      if (status === expected) return body;
      const wait = Number(headers['retry-after']);
      if (!(wait > 0) || ![429, 503].includes(status) || Date.now() > giveUp)
        throw new Error(
          `${method} ${path} was answered ${status}, not ${expected}: ${JSON.stringify(body).slice(0, 300)}`,
        );
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    }
  };
  return { ask, toldToComeBack: () => toldToComeBack };
};

/**
 * One person's whole registration on the deployed site, until they are told that they are in. Rejects at the first
 * failure.
 */
export const registerOne = async (siteUrl: string, servers: Servers): Promise<Registered> => {
  const { ask, toldToComeBack } = asker(siteUrl);
  const registrationId = uuid7();
  const person = newPerson();
  await ask(200, 'GET', '/api/races');
  const held = await ask(201, 'POST', holdsPath, { json: { registrationId, eventId: marathonId } });
  const granted = v.parse(holdGranted, held);
  const submission = submissionFor(granted, await sendCard(servers), person);
  const path = `/api/registrations/${registrationId}`;
  await ask(202, 'PUT', path, { json: submission });
  const headers = { authorization: `Bearer ${granted.hold}` };
  for (const giveUp = Date.now() + timeoutMs; ; ) {
    const status = v.parse(registrationStatus, await ask(200, 'GET', path, { headers }));
    if (status.status === 'confirmed')
      return { registrationId, email: person.email, number: status.number, toldToComeBack: toldToComeBack() };
    if (status.status !== 'processing') throw new Error(`The registration ended as ${status.status}.`);
    if (Date.now() > giveUp) throw new Error(`${registrationId} is not decided after ${timeoutMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, status.pollAfter * 1_000));
  }
};

/** Waits for the mail that says they are in. Rejects naming what came instead. */
export const mailFor = async (cloud: Cloud, email: string): Promise<string> => {
  let mails: Awaited<ReturnType<Cloud['mails']>> = [];
  const look = async () => {
    mails = await cloud.mails();
    return mails.find(({ To, Subject }) => To.includes(email) && Subject.startsWith('You are in'))?.Subject;
  };
  const others = () => mails.map(({ To, Subject }) => `${To.join()}: ${Subject}`).slice(-5);
  return until(
    look,
    timeoutMs / 1000,
    () => `a mail for ${email} is there; sent were: ${others().join('; ') || 'none'}`,
  );
};
