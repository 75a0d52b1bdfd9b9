import * as v from 'valibot';
import { actionRequired } from '../../lambdas/api/messages/registrations';
import { problemIn, read } from '../browser/answers';
import type { Answer } from '../browser/browser';
import { randomOf } from '../generator/random';
import type { Wish } from '../report/test-report';
import type { Challenge, Reaction, Site } from './journey';
import type { UserSession } from './user-session';

/** A test card of Stripe's whose bank asks about every payment. */
const challengedCard = '4000002760003184';

/** Of those who are asked, the shares that fail and that leave. */
const shareWhoFail = 0.05;
const shareWhoLeave = 0.05;
/** A bank may ask again. */
const mostQuestions = 3;

/** Drawn from a stream of its own, so that everything else a runner draws stays the same. */
const ownStreams = 0x3d5ec;

/** What the bank of the n-th runner does, and they then do: the same for the same seed. `undefined`: it asks nothing. */
export const challengeOf = (
  { seed, challenged = 0 }: Pick<Wish, 'seed' | 'challenged'>,
  n: number,
): Challenge | undefined => {
  if (challenged === 0) return undefined;
  const random = randomOf(seed ^ ownStreams, n);
  if (random() * 100 >= challenged) return undefined;
  const how = random();
  const isLeaving = how < shareWhoFail + shareWhoLeave;
  return { card: challengedCard, reaction: how < shareWhoFail ? 'failed' : isLeaving ? 'abandoned' : 'passed' };
};

export type Answered =
  /** The answer to the request that was sent again after the bank was content. */
  | { readonly kind: 'passed'; readonly answer: Answer }
  /** The bank was not content, and the runner was told so. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'abandoned' };

/**
 * Answers the bank on its page, then sends the form again. Throws when the product says something else than the bank.
 */
export const answerBank = async (
  session: UserSession,
  site: Site,
  reaction: Reaction,
  asked: Answer,
  sendAgain: (payment: string) => Promise<Answer>,
): Promise<Answered> => {
  let question = asked;
  for (let n = 0; n < mostQuestions; n++) {
    const { clientSecret, payment } = read(actionRequired, question);
    await session.think();
    if (reaction === 'abandoned') return { kind: 'abandoned' };
    const outcome = reaction === 'failed' ? 'fail' : 'pass';
    const url = `${site.processor.url}/v1/payment_intents/${payment}/authenticate`;
    const form = { client_secret: clientSecret, outcome };
    const said = await session.ask('bank', { method: 'POST', url, bearer: site.processor.publishableKey, form });
    if (said.status !== 200) throw new Error(`the bank's page answered ${said.status}`);
    const answer = await sendAgain(payment);
    if (reaction === 'failed') {
      const reason = v.safeParse(v.object({ reason: v.string() }), answer.body);
      if (problemIn(answer) === 'card-declined' && reason.success && reason.output.reason === 'authentication-failed')
        return { kind: 'failed' };
      throw new Error(`failed at the bank, and was answered ${answer.status} ${problemIn(answer)}`);
    }
    if (answer.status !== 200) return { kind: 'passed', answer };
    question = answer;
  }
  throw new Error(`the bank asked ${mostQuestions} times`);
};
