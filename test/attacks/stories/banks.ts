import type { Attack } from '../attack';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { asRunner, newId, type Person } from '../world/person';
import { events } from '../world/races';
import { type Held, heldIn, type Runner } from '../world/runner';
import type { World } from '../world/world';

const { large } = events;

/** Its bank always asks. */
const askedCard = 'pm_card_authenticationRequired';
const holdSeconds = 600;
const graceSeconds = 120;

type Card = Readonly<Partial<Record<'paymentMethod' | 'confirmationToken' | 'resume', unknown>>>;

const put = (runner: Runner, held: Held, card: Card, companions: readonly Person[] = []): Promise<Answer> =>
  runner.client.ask('PUT', `/api/registrations/${held.registrationId}`, {
    json: {
      hold: held.hold,
      runner: asRunner(runner.person),
      ...(companions.length > 0 && { companions: companions.map(asRunner) }),
      waiver: { hash: held.waiver, accepted: true },
      ...card,
    },
  });

/** The card that continues this payment. */
const continuing = (payment: string): Card => ({ paymentMethod: askedCard, resume: payment });

/** A runner whose bank asks them at this moment. */
const asked = async (world: World, role = 'Runner') => {
  const runner = world.runner(role);
  const held = await runner.hold(large);
  const answer = await put(runner, held, { paymentMethod: askedCard });
  if (textOf(answer, 'status') !== 'action-required')
    throw new Error(`The bank does not ask: ${answer.status} ${answer.text}`);
  return { runner, held, answer, payment: textOf(answer, 'payment'), clientSecret: textOf(answer, 'clientSecret') };
};

const isHeld = (status: string) => status === 'requires_capture' || status === 'succeeded';

/** How many payments of this registration hold money, or took it. */
const heldMoney = async (world: World, { registrationId }: Held) =>
  (await world.intentsOf(registrationId)).filter(({ status }) => isHeld(status)).length;

export const bankAttacks: readonly Attack[] = [
  {
    id: '17a',
    finding: 'banks',
    knows: 'id and payment of a runner whose bank asks at this moment, but neither their hold nor their session',
    tries: 'asks for the registration, and pays for a spot of their own by continuing that payment',
    expects: 'no answer tells the client secret, and the stranger’s payment stays as it is',
    attack: async (world) => {
      const victim = await asked(world, 'Victim');
      const mallory = world.runner('Mallory');
      const mine = await mallory.hold(large);
      await world.answerBank(victim.payment, victim.clientSecret, 'pass');
      const answers = [
        await mallory.show(victim.held.registrationId, mine.hold),
        await put(mallory, { ...victim.held, hold: mine.hold }, continuing(victim.payment)),
        await put(mallory, mine, continuing(victim.payment)),
      ];
      const [theirs] = await world.intentsOf(victim.held.registrationId);
      return new Evidence()
        .saw('with a foreign payment', ...answers)
        .silent('a foreign payment', answers, [victim.payment, victim.clientSecret])
        .that(textOf(answers[2] as Answer, 'payment') !== victim.payment, 'the foreign payment was continued')
        .that(theirs?.status === 'requires_confirmation', `the victim’s payment is ${theirs?.status}`);
    },
  },
  {
    id: '17b',
    finding: 'banks',
    knows: 'a payment of their own, whose bank said yes, for another registration',
    tries: 'continues it for a second spot, for two people under its own id, and in another event',
    expects: 'one payment pays for one registration in its own event, of its own amount',
    attack: async (world) => {
      const mallory = await asked(world, 'Mallory');
      await world.answerBank(mallory.payment, mallory.clientSecret, 'pass');
      const second = await mallory.runner.hold(large);
      const other = await put(mallory.runner, second, continuing(mallory.payment));
      const companion = world.runner('Companion').person;
      const more = await mallory.runner.askForSpot(large, {
        registrationId: mallory.held.registrationId,
        companions: [newId()],
      });
      const evidence = new Evidence()
        .saw('second spot, hold for two', other, more)
        .that(textOf(other, 'payment') !== mallory.payment, 'one payment was continued for two registrations');
      if (more.status === 201) {
        const group = heldIn(large, more);
        const paid = await put(mallory.runner, group, continuing(mallory.payment), [companion]);
        evidence.refused('pay for two', paid, 'payment-differs');
      }
      // The same amount, for another event: it would be refunded and reported as the first.
      const elsewhere = await mallory.runner.askForSpot(world.forty(), { registrationId: mallory.held.registrationId });
      evidence.saw('hold in another event', elsewhere);
      if (elsewhere.status === 201) {
        const held = { ...heldIn(large, elsewhere), registrationId: mallory.held.registrationId };
        const paid = await put(mallory.runner, held, continuing(mallory.payment));
        evidence.refused('pay there', paid, 'payment-differs');
      }
      return evidence.that((await heldMoney(world, second)) === 0, 'money is held for the second spot');
    },
  },
  {
    id: '17c',
    finding: 'banks',
    knows: 'a confirmation token that somebody else’s browser made',
    tries: 'pays with it after its owner did, and twice with one of their own',
    expects: 'a token pays once',
    attack: async (world) => {
      const [victim, mallory] = [world.runner('Victim'), world.runner('Mallory')];
      const [theirs, mine] = [await victim.hold(large), await mallory.hold(large)];
      const confirmationToken = await world.confirmationToken('4242424242424242');
      const first = await put(victim, theirs, { confirmationToken });
      const stolen = await put(mallory, mine, { confirmationToken });
      return new Evidence()
        .saw('its owner', first)
        .that(first.status === 202, `its owner is answered ${first.status}`)
        .refused('the thief', stolen, 'card-declined')
        .that((await heldMoney(world, mine)) === 0, 'the token paid twice');
    },
  },
  {
    id: '17d',
    finding: 'banks',
    knows: 'nothing: a runner in five windows',
    tries: 'sends the request five times while the bank asks, and five times after it said yes',
    expects: 'one payment, one secret, one authorisation, one registration',
    attack: async (world) => {
      const { runner, held, payment, clientSecret } = await asked(world);
      const five = (card: Card) => Promise.all(Array.from({ length: 5 }, () => put(runner, held, card)));
      const before = await five(continuing(payment));
      await world.answerBank(payment, clientSecret, 'pass');
      const after = [...(await five(continuing(payment))), ...(await five({ paymentMethod: askedCard }))];
      const told = before.filter(({ status }) => status === 200);
      return new Evidence()
        .saw('while it asks', ...before)
        .saw('after it said yes', ...after)
        .that(
          told.every((one) => textOf(one, 'clientSecret') === clientSecret),
          'two secrets were told',
        )
        .that(
          after.some(({ status }) => status === 202),
          'nobody is told that the spot is theirs',
        )
        .that((await world.intentsOf(held.registrationId)).length === 1, 'there are two payments')
        .that((await heldMoney(world, held)) === 1, 'the money is not held once');
    },
  },
  {
    id: '17e',
    finding: 'banks',
    knows: 'the client secret of their own payment, and the publishable key of the page',
    tries: 'confirms, captures, cancels and changes it at the processor, and answers for another payment',
    expects: 'the processor takes none of it, and no money is held before our server asks for it',
    attack: async (world) => {
      const { held, payment, clientSecret } = await asked(world);
      const other = await asked(world);
      const secret = { client_secret: clientSecret };
      const tried = await Promise.all([
        world.askProcessor(`/v1/payment_intents/${payment}/confirm`, { ...secret, payment_method: 'pm_card_visa' }),
        world.askProcessor(`/v1/payment_intents/${payment}/capture`, secret),
        world.askProcessor(`/v1/payment_intents/${payment}/cancel`, secret),
        world.askProcessor(`/v1/payment_intents/${payment}`, { ...secret, amount: '1' }),
        world.askProcessor(`/v1/payment_intents/${other.payment}/authenticate`, { ...secret, outcome: 'pass' }),
        world.askProcessor('/v1/refunds', { payment_intent: payment }),
      ]);
      await world.answerBank(payment, clientSecret, 'pass');
      const [intent] = await world.intentsOf(held.registrationId);
      return new Evidence()
        .note(tried.join(', '))
        .that(
          tried.every((status) => status >= 400 && status < 500),
          `the processor answers ${tried.join(', ')}`,
        )
        .that(intent?.status === 'requires_confirmation', `the payment is ${intent?.status} without our server`);
    },
  },
  {
    id: '17f',
    finding: 'banks',
    knows: 'many stolen cards whose banks ask',
    tries: 'fails the question of eight cards on one hold',
    expects: 'they count as declined cards: no more than the hold allows are tried',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const held = await mallory.hold(large);
      const answers: Answer[] = [];
      for (let n = 0; n < 8; n++) {
        const confirmationToken = await world.confirmationToken('4000002760003184');
        const answer = await put(mallory, held, { confirmationToken });
        answers.push(answer);
        const clientSecret = textOf(answer, 'clientSecret');
        if (clientSecret) await world.answerBank(textOf(answer, 'payment'), clientSecret, 'fail');
      }
      const shown = answers.filter(({ status }) => status === 200).length;
      return new Evidence()
        .saw('pay', ...answers)
        .note(`${shown} banks asked`)
        .that(shown <= 5, `${shown} banks asked on one hold`)
        .that((await heldMoney(world, held)) === 0, 'money is held');
    },
  },
  {
    id: '17g',
    finding: 'banks',
    knows: 'a payment of their own whose bank asks',
    tries: 'says yes to the bank, and sends the request after the grace',
    expects: 'a refusal, and no money is held',
    needs: 'clock',
    attack: async (world) => {
      const [mallory, late] = [await asked(world, 'Mallory'), await asked(world, 'Mallory')];
      for (const { payment, clientSecret } of [mallory, late]) await world.answerBank(payment, clientSecret, 'pass');
      const send = ({ runner, held, payment }: typeof mallory) => put(runner, held, continuing(payment));
      const never = world.runner('Mallory');
      const untouched = await never.hold(large);
      await world.target.setClock(holdSeconds + graceSeconds - 60);
      const [inGrace, first] = [await send(late), await put(never, untouched, { paymentMethod: 'pm_card_visa' })];
      await world.target.setClock(holdSeconds + graceSeconds + 5);
      const afterwards = await send(mallory);
      await world.target.setClock(0);
      return new Evidence()
        .saw('within the grace', inGrace)
        .that(inGrace.status === 202, `who began in time is answered ${inGrace.status} within the grace`)
        .refused('a first card within the grace', first, 'hold-expired')
        .refused('after the grace', afterwards, 'hold-expired')
        .that((await heldMoney(world, mallory.held)) === 0, 'money is held after the grace')
        .that((await heldMoney(world, untouched)) === 0, 'money is held for who never began');
    },
  },
  {
    id: '17h',
    finding: 'banks',
    knows: 'nothing',
    tries: 'reads the answer with the secret again, from caches and by other methods',
    expects: 'it is never stored, and told by the PUT alone',
    attack: async (world) => {
      const { runner, held, answer, clientSecret } = await asked(world);
      const path = `/api/registrations/${held.registrationId}`;
      const others = [
        await runner.show(held.registrationId, held.hold),
        await runner.client.ask('GET', path),
        await runner.client.ask('GET', `${path}?client_secret=${clientSecret}`, { bearer: held.hold }),
        await runner.client.ask('HEAD', path, { bearer: held.hold }),
      ];
      return new Evidence()
        .saw('elsewhere', ...others)
        .silent('the secret', others, [clientSecret])
        .that(
          /no-store/.test(String(answer.headers['cache-control'])),
          `it may be stored: ${answer.headers['cache-control']}`,
        )
        .that(answer.headers.location === undefined, 'it has a location');
    },
  },
];
