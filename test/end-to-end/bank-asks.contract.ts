import * as v from 'valibot';
import { actionRequired } from '../../lambdas/api/messages/registrations';
import { oneMore } from './support/books';
import { openPatientClient } from './support/client';
import { moneyIs, oneCharge } from './support/money';
import { decided, holdSpot, newPerson, submissionFor } from './support/program';
import type { RunningSystem } from './support/running-system';
import type { Walks } from './support/side-by-side';

/** Runners whose bank asks them first, from the hold to the money, without a browser. */
export const bankAsks = (system: RunningSystem, { walk }: Walks): void => {
  /** What Stripe.js does with the processor. */
  const pageOf = async () => {
    const { body } = await openPatientClient(system.url)('GET', '/config.json');
    const { processor } = v.parse(
      v.object({ processor: v.object({ url: v.string(), publishableKey: v.string() }) }),
      body,
    );
    const ask = async (path: string, form: Record<string, string>) => {
      const answer = await fetch(`${processor.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${processor.publishableKey}` },
        body: new URLSearchParams(form),
      });
      return answer.json();
    };
    return {
      tokenOf: async (card: string): Promise<string> =>
        (await ask('/v1/confirmation_tokens', { payment_method: card })).id,
      answerBank: (payment: string, clientSecret: string, outcome: 'pass' | 'fail' | 'close') =>
        ask(`/v1/payment_intents/${payment}/authenticate`, { client_secret: clientSecret, outcome }),
    };
  };

  /** A runner who has a spot and wants to pay. */
  const arrive = async () => {
    const [page, client, runner] = [await pageOf(), openPatientClient(system.url), newPerson()];
    const held = await holdSpot(client);
    const { paymentMethod: _, ...submission } = submissionFor(held, '', runner);
    const put = (more: object) =>
      client('PUT', `/api/registrations/${held.registrationId}`, { json: { ...submission, ...more } });
    /** Pays with a card whose bank asks. */
    const ask = async (confirmationToken: string) => {
      const { status, body } = await put({ confirmationToken });
      expect(status).toBe(200);
      return v.parse(actionRequired, body);
    };
    const isInAndPaysOnce = async () => {
      expect(await decided(client, held)).toMatchObject({ status: 'confirmed' });
      await moneyIs(system, held.registrationId, oneCharge);
    };
    return { page, put, ask, isInAndPaysOnce };
  };

  walk('a runner whose bank asks says yes, is in and pays once, however often they send it', oneMore, async () => {
    const { page, put, ask, isInAndPaysOnce } = await arrive();
    const confirmationToken = await page.tokenOf('pm_card_authenticationRequired');
    const asked = await ask(confirmationToken);
    // A reload in the bank's window: the same question, of the same payment.
    expect(await ask(confirmationToken)).toEqual(asked);
    await page.answerBank(asked.payment, asked.clientSecret, 'pass');
    const again = () => put({ confirmationToken, resume: asked.payment });
    expect((await Promise.all([again(), again(), again()])).map(({ status }) => status)).toEqual([202, 202, 202]);
    await isInAndPaysOnce();
  });

  for (const outcome of ['fail', 'close'] as const)
    walk(
      `a runner whose bank asks answers with ${outcome}, keeps the spot and pays with another card`,
      oneMore,
      async () => {
        const { page, put, ask, isInAndPaysOnce } = await arrive();
        const confirmationToken = await page.tokenOf('pm_card_authenticationRequired');
        const asked = await ask(confirmationToken);
        await page.answerBank(asked.payment, asked.clientSecret, outcome);
        expect(await put({ confirmationToken, resume: asked.payment })).toMatchObject({
          status: 402,
          body: { type: '/problems/card-declined', reason: 'authentication-failed' },
        });
        expect((await put({ confirmationToken: await page.tokenOf('pm_card_visa') })).status).toBe(202);
        await isInAndPaysOnce();
      },
    );

  walk(
    'nothing is charged when the bank asks and then declines, and who is asked twice answers twice',
    oneMore,
    async () => {
      const { page, put, ask, isInAndPaysOnce } = await arrive();
      const declining = await page.tokenOf('pm_card_threeDSecureRequiredChargeDeclined');
      const first = await ask(declining);
      await page.answerBank(first.payment, first.clientSecret, 'pass');
      expect((await put({ confirmationToken: declining, resume: first.payment })).status).toBe(402);

      const confirmationToken = await page.tokenOf('pm_card_asksAgain');
      const { payment, clientSecret } = await ask(confirmationToken);
      await page.answerBank(payment, clientSecret, 'pass');
      expect((await put({ confirmationToken, resume: payment })).body).toMatchObject({ status: 'action-required' });
      await page.answerBank(payment, clientSecret, 'pass');
      expect((await put({ confirmationToken, resume: payment })).status).toBe(202);
      await isInAndPaysOnce();
    },
  );
};
