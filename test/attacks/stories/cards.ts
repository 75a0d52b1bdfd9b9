import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { events } from '../world/races';
import { type Held, heldIn } from '../world/runner';

const { large } = events;

/** Card numbers that the bank declines: a thief has many of them. */
const stolen = [
  '4000000000000002',
  '4000000000009995',
  '4000000000009987',
  '4000000000000069',
  '4000000000000127',
  '4000000000000119',
];
const stolenCard = (n: number) => stolen[n % stolen.length] ?? '';

/** How many cards the bank declined. The reason tells them apart from tries that were refused before the bank. */
const triedIn = (answers: readonly Answer[]) =>
  answers.filter((one) => one.status === 402 && textOf(one, 'reason') !== 'too-many-cards').length;

export const cardAttacks: readonly Attack[] = [
  {
    id: '6a',
    finding: '6',
    knows: 'the ticket of one offer of their own',
    tries: 'holds what is offered twelve times under new ids, and tries five stolen cards on each',
    expects: 'the holds of an offer are counted: no more than 25 cards are tried',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const sold = await seller.register(world.single());
      const mallory = world.runner('Mallory');
      const place = await mallory.join(sold.event);
      const ticket = await mallory.confirm(place);
      await seller.giveBack(sold);
      await world.place(mallory.client, place.placeId, ticket, 'offered');
      const holds: Answer[] = [];
      const cards: Answer[] = [];
      for (let n = 0; n < 12; n++) {
        const asked = await mallory.askForSpot(sold.event, { ticket, registrationId: newId() });
        holds.push(asked);
        if (asked.status !== 201) continue;
        const held = heldIn(sold.event, asked);
        cards.push(...(await mallory.tryCards(held, await world.cardTokens(stolen.slice(0, 5)))).answers);
      }
      const tried = triedIn(cards);
      return new Evidence()
        .saw('hold', ...holds)
        .saw('pay', ...cards)
        .note(`${tried} tried`)
        .that(tried <= 25, `${tried} stolen cards were tried`)
        .that(
          holds.some(({ status }) => status !== 201),
          'every hold of one offer was granted',
        );
    },
  },
  {
    id: '6b',
    finding: '6',
    knows: 'nothing',
    tries: 'tries stolen cards on eleven holds of one address, five on each, a new session for each hold',
    expects: 'two come with each hold, and 30 more with the address: no more are tried',
    attack: async (world) => {
      const address = world.newAddress();
      const event = world.forty();
      const got: Held[] = [];
      const cards: Answer[] = [];
      for (let n = 0; n < 11; n++) {
        const mallory = world.runner('Mallory', undefined, world.browser(address));
        const asked = await mallory.askForSpot(event);
        if (asked.status !== 201) continue;
        const held = heldIn(event, asked);
        got.push(held);
        cards.push(...(await mallory.tryCards(held, await world.cardTokens(stolen.slice(0, 5)))).answers);
      }
      const tried = triedIn(cards);
      return new Evidence()
        .saw('pay', ...cards)
        .note(`${tried} tried on ${got.length} holds`)
        .that(tried <= 2 * got.length + 30, `${tried} stolen cards were tried on ${got.length} holds`);
    },
  },
  {
    id: '6c',
    finding: '6',
    knows: 'nothing',
    tries: 'forty stolen cards at once on one hold',
    expects: 'no more than some few are tried, and none is charged',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const held = await mallory.hold(large);
      const tokens = await world.cardTokens(Array.from({ length: 40 }, (_, n) => stolenCard(n)));
      const cards = await Promise.all(tokens.map((card) => mallory.submit(held, { card })));
      const intents = await world.intentsOf(held.registrationId);
      const tried = triedIn(cards);
      return new Evidence()
        .saw('pay', ...cards)
        .note(`${tried} tried`)
        .that(tried <= 12, `${tried} stolen cards were tried`)
        .that(
          intents.every(({ status }) => status === 'canceled' || status === 'requires_payment_method'),
          `the processor has ${intents.map(({ status }) => status).join(', ')}`,
        );
    },
  },
  {
    id: '9',
    finding: '9',
    knows: 'nothing: a runner whose bank wants to ask them first',
    tries: 'pays with such a card, says no to their bank, then pays with another one',
    expects: 'the bank asks, the true reason is told, and another card pays for the same spot',
    attack: async (world) => {
      const runner = world.runner();
      const held = await runner.hold(large);
      const card = await world.cardToken('4000002500003155');
      const asked = await runner.submit(held, { card });
      await world.answerBank(textOf(asked, 'payment'), textOf(asked, 'clientSecret'), 'fail');
      const first = await runner.submit(held, { card });
      const second = await runner.submit(held);
      return new Evidence()
        .saw('pay', asked)
        .that(asked.status === 200, `the bank does not ask: ${asked.text.slice(0, 200)}`)
        .refused('pay after a no', first, 'card-declined')
        .that(/bank did not confirm/i.test(first.text), `the reason is not told: ${first.text.slice(0, 200)}`)
        .saw('pay with another', second)
        .that(second.status === 202, 'another card does not pay for the same spot');
    },
  },
  {
    id: '10a',
    finding: '10a',
    knows: 'nothing: a program that keeps its registration id',
    tries: 'holds alone, is declined, holds with a companion under the same id, and pays another amount',
    expects: 'a refusal that says what to do, never a failure of the server',
    attack: async (world) => {
      const runner = world.runner();
      const companion = world.runner('Companion').person;
      const registrationId = newId();
      const alone = await runner.hold(large, { registrationId });
      const declined = await runner.submit(alone, { card: 'pm_card_chargeDeclined' });
      const asked = await runner.askForSpot(large, { registrationId, companions: [newId()] });
      const evidence = new Evidence().saw('decline, hold', declined, asked);
      if (asked.status !== 201) return evidence;
      const paid = await runner.submit(heldIn(large, asked), { companions: [companion] });
      return evidence.refused('pay', paid, 'payment-differs');
    },
  },
  {
    id: '10e',
    finding: '10e',
    knows: 'a hold of their own from the day before yesterday',
    tries: 'pays for it',
    expects: 'a refusal; the processor never hears of it',
    needs: 'clock',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const held = await mallory.hold(large);
      const paid: Answer[] = [];
      for (const hours of [25, 50]) {
        await world.target.setClock(hours * 3600);
        paid.push(await mallory.submit(held));
      }
      await world.target.setClock(0);
      const intents = await world.intentsOf(held.registrationId);
      return new Evidence()
        .refused('pay after 25 h', paid[0] as Answer)
        .refused('pay after 50 h', paid[1] as Answer)
        .note(`${intents.length} payments at the processor`)
        .that(intents.length === 0, `the processor has ${intents.length} empty payments`);
    },
  },
  {
    id: '10f',
    finding: '10f',
    knows: 'nothing: a runner in a hurry, in two windows',
    tries: 'is declined four times, then sends a fifth bad card and a good one at once, sixteen times over',
    expects: 'who hears that the card was accepted is registered',
    attack: async (world) => {
      const runs = await Promise.all(
        Array.from({ length: 16 }, async (_, nth) => {
          const runner = world.runner();
          const fresh = await runner.hold(large);
          const { held } = await runner.tryCards(fresh, await world.cardTokens(stolen.slice(0, 4)));
          const [bad, good] = [await world.cardToken(stolenCard(4)), await world.cardToken('4242424242424242')];
          // Each try starts a little later: some pairs overlap so that one is declined and the other accepted.
          const late = setTimeout(nth * 2).then(() => runner.submit(held, { card: good }));
          const [, last] = await Promise.all([runner.submit(held, { card: bad }), late]);
          return { runner, held, last };
        }),
      );
      const evidence = new Evidence().saw('pay', ...runs.map(({ last }) => last));
      for (const { runner, held, last } of runs.filter(({ last: one }) => one.status === 202)) {
        const decided = await runner.decided(held);
        evidence.that(
          decided.body.status === 'confirmed' && decided.body.payment !== 'failed',
          `who was told ${last.status} is ${String(decided.body.status)}`,
        );
      }
      return evidence;
    },
  },
  {
    id: '11',
    finding: 'money',
    knows: 'their own registration',
    tries: 'gives back more than was paid, a negative and a broken amount, twice, and after it is given back',
    expects: 'one refund of what was shown',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const mine = await mallory.register(large);
      const path = `/api/registrations/${mine.registrationId}/cancellation`;
      const all: Answer[] = [];
      for (const refund of [8900, 89_000, 7121, 7119, 0, -1, 1e300, 7120.5, '7120', null])
        all.push(await mallory.client.ask('POST', path, { bearer: mine.link, json: { refund } }));
      const back = await Promise.all(
        Array.from({ length: 5 }, () =>
          mallory.client.ask('POST', path, { bearer: mine.link, json: { refund: 7120 } }),
        ),
      );
      const evidence = new Evidence().saw('wrong', ...all).saw('right, five at once', ...back);
      for (const answer of all)
        evidence.that(answer.status >= 400 && answer.status < 500, `a wrong refund is answered ${answer.status}`);
      return evidence.that(
        back.some(({ status }) => status === 200),
        'the right refund is refused',
      );
    },
  },
];
