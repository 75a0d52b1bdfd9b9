import type { Attack } from '../attack';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { givenBackOf } from '../world/processor';
import { events } from '../world/races';
import { goodCard, type Registered, type Runner } from '../world/runner';
import { signIn } from '../world/staff';
import { until } from '../world/until';
import type { World } from '../world/world';

const finding = 'a dearer event that is offered';
const { passing, dearer } = events;
/** Its bank disputes each payment, and decides for the runner. */
const takenBack = '4000000000008112';
/** What it costs more, in cents. */
const difference = 1500;

export interface MoveOffer {
  readonly runner: Runner;
  readonly registered: Registered;
  readonly path: string;
  /** From the mail. */
  readonly token: string;
}

const director = (world: World) => signIn(world, passing.raceId, 'owner');

/** A director offers a registered runner the dearer event, and the mail is there. */
export const offeredMove = async (world: World, name: string): Promise<MoveOffer> => {
  const runner = world.runner(name);
  const registered = await runner.register(passing);
  const { registrationId } = registered;
  const order = await director(world);
  const answer = await order('moveEvent', { registrationId, eventId: dearer.eventId, difference: 'charge' });
  if (answer.status !== 200) throw new Error(`Nothing is offered to ${name}: ${answer.status} ${answer.text}`);
  const [, id = '', token = ''] = await world.mails.match(runner.person.email, /\/transfers\/([0-9a-f-]+)#(\S+)/);
  return { runner, registered, path: `/api/transfers/${id}`, token };
};

const show = ({ client }: Runner, { path, token }: Pick<MoveOffer, 'path' | 'token'>) =>
  client.ask('GET', path, { bearer: token });

const quote = ({ client }: Runner, { path, token }: Pick<MoveOffer, 'path' | 'token'>) =>
  client.ask('POST', `${path}/quote`, { bearer: token, json: { move: true } });

const pay = ({ client }: Runner, quoted: Answer, token: string, changes: object = {}, id?: string) =>
  client.ask('PUT', `/api/registrations/${id ?? textOf(quoted, 'registrationId')}`, {
    bearer: token,
    json: { move: textOf(quoted, 'quote'), paymentMethod: goodCard, ...changes },
  });

/** In which event somebody is, by their own link. */
const eventOf = async ({ runner, registered: { registrationId, link } }: MoveOffer) => {
  const { body } = await runner.show(registrationId, link);
  return body.status === 'confirmed' ? body.eventId : body.status;
};

const settled = async (world: World, quotes: readonly Answer[]) => {
  const all = await until('each card is charged or let go', async () => {
    const intents = await Promise.all(quotes.map((quoted) => world.intentsOf(textOf(quoted, 'registrationId'))));
    const flat = intents.flat();
    return flat.every(({ status }) => status === 'succeeded' || status === 'canceled') && flat;
  });
  return all.map(({ amount, status }) => `${amount} ${status}`).sort();
};

/** A runner who pays what a dearer event costs more. */
export const dearerEventAttacks: readonly Attack[] = [
  {
    id: '16e',
    finding,
    // The mail of an offer leaves with the next minute.
    needs: 'minutes',
    knows: 'the ids of an offer and of its registration, a quote of it, and the mail of an offer to themselves',
    tries: 'looks at the offer, has it quoted, and pays the quote of somebody else, or with another id, link or kind',
    expects: 'a refusal of each, no card is touched, and the victim is where they were',
    attack: async (world) => {
      const [theirs, own] = [await offeredMove(world, 'Victim'), await offeredMove(world, 'Mallory')];
      const { runner: mallory, token } = own;
      const without = { ...theirs, token: '' };
      const another = { ...theirs, token };
      const stolen = await quote(theirs.runner, theirs);
      const mine = await quote(mallory, own);
      const evidence = new Evidence()
        .refused('look without a link', await show(mallory, without), 'not-yours')
        .refused('look with another link', await show(mallory, another), 'not-yours')
        .refused(
          'look with a registration’s',
          await show(mallory, { ...theirs, token: own.registered.link }),
          'not-yours',
        )
        .refused('quote without a link', await quote(mallory, without), 'not-yours')
        .refused('quote with another link', await quote(mallory, another), 'not-yours')
        .refused('pay with another link', await pay(mallory, stolen, token), 'not-yours')
        .refused('pay without a link', await pay(mallory, stolen, ''), 'not-yours')
        .refused('pay under another id', await pay(mallory, mine, token, {}, newId()), 'quote-invalid')
        .refused(
          'pay under the id of the victim',
          await pay(mallory, mine, token, {}, theirs.registered.registrationId),
          'quote-invalid',
        )
        .refused('the link as a quote', await pay(mallory, mine, token, { move: token }), 'quote-invalid')
        .refused('the hold as a quote', await pay(mallory, mine, token, { move: own.registered.hold }), 'quote-invalid')
        .refused('with an amount', await pay(mallory, mine, token, { difference: 1 }), 'invalid-request')
        .refused(
          'as a spot that is passed on',
          await mallory.client.ask('PUT', own.path, {
            bearer: token,
            json: { runner: mallory.person, waiver: { hash: own.registered.waiver, accepted: true } },
          }),
        );
      for (const quoted of [stolen, mine]) {
        const intents = await world.intentsOf(textOf(quoted, 'registrationId'));
        evidence.that(intents.length === 0, `${intents.length} payments were begun`);
      }
      const where = await eventOf(theirs);
      return evidence
        .that(where === passing.eventId, `the victim is in ${String(where)}`)
        .silent('the offer', [await show(theirs.runner, theirs)], [theirs.runner.person.email]);
    },
  },
  {
    id: '16f',
    finding,
    // The mail of an offer leaves with the next minute.
    needs: 'minutes',
    knows: 'two quotes of one offer, and that another offer was withdrawn',
    tries: 'pays both at one moment and once more; pays the quote of the offer that was withdrawn',
    expects: 'one move for one difference, and every other card is let go',
    attack: async (world) => {
      const offer = await offeredMove(world, 'Hasty');
      const quotes = [await quote(offer.runner, offer), await quote(offer.runner, offer)];
      const paid = await Promise.all(quotes.map((quoted) => pay(offer.runner, quoted, offer.token)));
      await until('they are moved', async () => (await eventOf(offer)) === dearer.eventId);
      const amounts = await settled(world, quotes);
      const evidence = new Evidence()
        .saw('both', ...paid)
        .that(
          amounts.join() === `${difference} canceled,${difference} succeeded`,
          `the processor has ${amounts.join(', ')}`,
        )
        .refused('another quote', await quote(offer.runner, offer), 'transfer-gone');

      const gone = await offeredMove(world, 'Late');
      const late = await quote(gone.runner, gone);
      const order = await director(world);
      evidence.saw('withdrawn', await order('withdrawMove', { registrationId: gone.registered.registrationId }));
      evidence.saw('late', await pay(gone.runner, late, gone.token));
      const letGo = await settled(world, [late]);
      const where = await eventOf(gone);
      return evidence
        .that(
          letGo.every((one) => one.endsWith('canceled')),
          `of the withdrawn offer: ${letGo.join(', ')}`,
        )
        .that(where === passing.eventId, `moved by an offer that was withdrawn: ${String(where)}`);
    },
  },
  {
    id: '16g',
    finding,
    // The mail of an offer leaves with the next minute.
    needs: 'minutes',
    knows: 'a card whose bank takes every payment back for good',
    tries:
      'pays the difference with it, and gives the spot back or passes it on; once a director keeps them in, gives it back at the moment at which two directors refund everything',
    expects:
      'a refusal until the director has decided; then no more goes back than was paid, and nothing of the difference',
    attack: async (world) => {
      const offer = await offeredMove(world, 'Claimant');
      const { runner, registered } = offer;
      const { registrationId, link, total } = registered;
      const quoted = await quote(runner, offer);
      const paymentMethod = await world.cardToken(takenBack);
      const evidence = new Evidence().saw('pay', await pay(runner, quoted, offer.token, { paymentMethod }));
      await until('they are moved', async () => (await eventOf(offer)) === dearer.eventId);
      const payment = textOf(quoted, 'registrationId');
      const dispute = await until('their bank has decided', async () => {
        const { rows } = await world.target.database.query<{ id: string }>(
          `SELECT id FROM dispute WHERE registration_id = $1 AND status = 'lost'`,
          [payment],
        );
        return rows[0]?.id;
      });
      const giveBack = () =>
        runner.client.ask('POST', `/api/registrations/${registrationId}/cancellation`, {
          bearer: link,
          json: { refund: Math.floor((total + difference) * 0.8) - difference },
        });
      evidence.refused('give it back', await giveBack(), 'dispute-open').refused(
        'pass it on',
        await runner.client.ask('PUT', `/api/registrations/${registrationId}/transfer`, {
          bearer: link,
          json: { transferId: newId(), recipient: { firstName: 'Friend', email: runner.person.email } },
        }),
        'dispute-open',
      );
      const [one, other] = [await director(world), await director(world)];
      evidence.saw('keep', await one('settleDispute', { dispute, decision: 'keep' }));
      const all = await Promise.all([
        giveBack(),
        ...[one, other].map((order) => order('cancelRegistration', { registrationId, refundPercent: 100 })),
      ]);
      evidence.saw('all at once', ...all);
      const [[spot], [moved]] = [await world.intentsOf(registrationId), await world.intentsOf(payment)];
      if (!spot || !moved) throw new Error('The processor has no payment.');
      const { processor } = world.target;
      const back = await until('the money is back', async () => (await givenBackOf(processor, spot)) || undefined);
      const ofDifference = await givenBackOf(processor, moved);
      const fair = [total, Math.floor((total + difference) * 0.8) - difference];
      return evidence
        .that(fair.includes(back), `${back} of ${total} goes back`)
        .that(ofDifference === 0, `${ofDifference} of the difference goes back, which their bank has`);
    },
  },
];
