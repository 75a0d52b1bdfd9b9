import type { Attack } from '../attack';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { type Offer, offerSpot } from '../world/offered-spot';
import { asRunner, newId } from '../world/person';
import { events } from '../world/races';
import { goodCard, type Runner } from '../world/runner';
import { until } from '../world/until';
import type { World } from '../world/world';
import { stillIn } from './registrations';

const finding = 'a fee for a spot that is passed on';
const { passing, large } = events;

const offered = (world: World) => offerSpot(world, passing);

const quote = (runner: Runner, { path, token, waiver }: Pick<Offer, 'path' | 'token' | 'waiver'>) =>
  runner.client.ask('POST', `${path}/quote`, { bearer: token, json: { runner: asRunner(runner.person), waiver } });

const pay = (
  runner: Runner,
  quoted: Answer,
  { token, waiver }: Pick<Offer, 'token' | 'waiver'>,
  changes: object = {},
) =>
  runner.client.ask('PUT', `/api/registrations/${textOf(quoted, 'registrationId')}`, {
    bearer: token,
    json: {
      transfer: textOf(quoted, 'quote'),
      runner: quoted.body.runner ?? asRunner(runner.person),
      waiver,
      paymentMethod: goodCard,
      ...changes,
    },
  });

/** How the registration ends that a quote was for. */
const outcome = (runner: Runner, quoted: Answer) =>
  until('the transfer is decided', async () => {
    const answer = await runner.show(textOf(quoted, 'registrationId'), textOf(quoted, 'link'));
    return answer.status === 200 && textOf(answer, 'status') !== 'processing' && answer;
  });

/** The spot of somebody who passes it on for a fee, and the card that pays it. */
export const passedOnAttacks: readonly Attack[] = [
  {
    id: '16a',
    finding,
    knows: 'the mail of an offer of another spot',
    tries: 'has the fee of this one quoted, accepts it without the fee, and pays the quote of somebody else',
    expects: 'a refusal of each, no card is touched, and the offer stands for whom it is for',
    attack: async (world) => {
      const theirs = await offered(world);
      const own = await offered(world);
      const mallory = own.heir;
      const stolen = await quote(theirs.heir, theirs);
      const evidence = new Evidence()
        .refused('quote', await quote(mallory, { ...theirs, token: own.token }), 'not-yours')
        .refused('quote with the link of a registration', await quote(mallory, { ...theirs, token: own.sold.link }))
        .refused(
          'accept without a fee',
          await mallory.client.ask('PUT', theirs.path, {
            bearer: theirs.token,
            json: { runner: asRunner(mallory.person), waiver: theirs.waiver },
          }),
          'page-outdated',
        )
        .refused('pay with another link', await pay(mallory, stolen, own), 'not-yours')
        .refused('pay without a link', await pay(mallory, stolen, { ...own, token: '' }))
        .refused('pay for themselves', await pay(mallory, stolen, theirs, { runner: asRunner(mallory.person) }));
      const intents = await world.intentsOf(textOf(stolen, 'registrationId'));
      evidence.that(intents.length === 0, `${intents.length} payments were begun`);
      const paid = await pay(theirs.heir, stolen, theirs);
      const now = await outcome(theirs.heir, stolen);
      return evidence
        .saw('its own', paid)
        .that(now.body.status === 'confirmed', `the new runner is told ${now.text.slice(0, 160)}`);
    },
  },
  {
    id: '16b',
    finding,
    knows: 'a quote of a fee, of a race without one, and of a hold',
    tries: 'pays with each in the place of the other, under ids of their own, and again after it was paid',
    expects: 'one payment of the fee, and one spot; everything else is refused',
    attack: async (world) => {
      const offer = await offered(world);
      const { heir, seller } = offer;
      const quoted = await quote(heir, offer);
      const held = await heir.hold(large);
      const evidence = new Evidence()
        .refused('the hold as a quote', await pay(heir, quoted, offer, { transfer: held.hold }), 'quote-invalid')
        .refused('the link as a quote', await pay(heir, quoted, offer, { transfer: offer.token }), 'quote-invalid')
        .refused('the quote as a hold', await heir.submit({ ...held, hold: textOf(quoted, 'quote') }), 'hold-invalid')
        .refused(
          'under another id',
          await pay(heir, { ...quoted, body: { ...quoted.body, registrationId: newId() } }, offer),
          'quote-invalid',
        );
      const first = await pay(heir, quoted, offer);
      const now = await outcome(heir, quoted);
      const replay = await pay(heir, quoted, offer);
      const second = await quote(heir, offer);
      evidence.saw('paid', first).saw('again', replay).refused('another quote', second, 'transfer-gone');
      const again = await outcome(heir, quoted);
      evidence.that(again.body.number === now.body.number, `the number became ${String(again.body.number)}`);
      const intents = await world.intentsOf(textOf(quoted, 'registrationId'));
      evidence
        .that(now.body.status === 'confirmed', `the new runner is told ${now.text.slice(0, 160)}`)
        .that(
          intents.length === 1 && intents[0]?.amount === quoted.body.fee,
          `the processor has ${intents.map(({ amount, status }) => `${amount} ${status}`).join(', ')}`,
        );
      const sold = await seller.show(offer.sold.registrationId, offer.sold.link);
      return evidence.that(sold.body.status !== 'confirmed', 'who passed the spot on has it, too');
    },
  },
  {
    id: '16c',
    finding,
    knows: 'two quotes of one offer, and that it was taken back',
    tries: 'pays both at one moment; pays the quote of an offer that was taken back',
    expects: 'one spot, and every other card is let go',
    attack: async (world) => {
      const offer = await offered(world);
      const { heir } = offer;
      const quotes = [await quote(heir, offer), await quote(heir, offer)];
      const paid = await Promise.all(quotes.map((quoted) => pay(heir, quoted, offer)));
      const ends = await Promise.all(quotes.map((quoted) => outcome(heir, quoted)));
      const confirmed = ends.filter(({ body }) => body.status === 'confirmed').length;
      const evidence = new Evidence()
        .saw('both', ...paid)
        .that(confirmed === 1, `${confirmed} of two payments gave a spot`);

      const gone = await offered(world);
      const late = await quote(gone.heir, gone);
      const back = await gone.seller.client.ask('DELETE', `/api/registrations/${gone.sold.registrationId}/transfer`, {
        bearer: gone.sold.link,
      });
      evidence.saw('taken back', back).saw('late', await pay(gone.heir, late, gone));
      const told = await outcome(gone.heir, late);
      evidence.that(told.body.status === 'refused', `of an offer that was taken back: ${told.text.slice(0, 160)}`);
      await stillIn(evidence, gone.seller, gone.sold);

      const losers = [...quotes.filter((_, n) => ends[n]?.body.status !== 'confirmed'), late];
      for (const loser of losers) {
        const id = textOf(loser, 'registrationId');
        await until(`the card of ${id} is let go`, async () =>
          (await world.intentsOf(id)).every(({ status }) => status === 'canceled'),
        );
      }
      return evidence;
    },
  },
  {
    id: '16d',
    finding,
    knows: 'the mail of an offer, and a list of stolen cards',
    tries: 'tries one card after the other, with as many quotes as are given',
    expects: 'thirty cards a day at the most, and nobody has the spot',
    attack: async (world) => {
      const offer = await offered(world);
      const { heir } = offer;
      const answers: Answer[] = [];
      let quotes = 0;
      for (; quotes < 40; quotes++) {
        const quoted = await quote(heir, offer);
        if (quoted.status !== 200) {
          answers.push(quoted);
          break;
        }
        for (let n = 0; n < 5; n++)
          answers.push(await pay(heir, quoted, offer, { paymentMethod: 'pm_card_chargeDeclined' }));
      }
      const declined = answers.filter(({ text }) => text.includes('card-declined')).length;
      const evidence = new Evidence()
        .saw('all', ...answers)
        .that(quotes <= 10, `${quotes} quotes were given`)
        .that(declined <= 50, `${declined} cards were tried`);
      const now = await offer.seller.show(offer.sold.registrationId, offer.sold.link);
      return evidence.that(now.body.status === 'confirmed', `who offered it is told ${now.text.slice(0, 160)}`);
    },
  },
];
