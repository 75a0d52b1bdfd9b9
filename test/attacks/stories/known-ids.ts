import type { Attack } from '../attack';
import { type Answer, problemOf, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { type Offer, offerSpot } from '../world/offered-spot';
import { asRunner, newPerson } from '../world/person';
import { events } from '../world/races';
import { heldIn } from '../world/runner';
import { signIn } from '../world/staff';
import { until } from '../world/until';
import type { World } from '../world/world';
import { offeredMove } from './dearer-events';
import { stillIn } from './registrations';

const finding = 'ids and links';
const { large, free, passing } = events;

const idIn = (path: string): string => path.split('/').at(-1) ?? '';

const accept = ({ heir, path, token, waiver }: Offer) =>
  heir.client.ask('PUT', path, { bearer: token, json: { runner: asRunner(heir.person), waiver } });

/** What somebody may ask of a registration with this bearer, each time as a stranger. */
const doors = async (world: World, registrationId: string, bearer: string): Promise<readonly Answer[]> => {
  const { client } = world.runner('Stranger');
  const path = `/api/registrations/${registrationId}`;
  const recipient = { firstName: 'Mallory', email: newPerson('Mallory').email };
  const asked = [
    ['GET', ''],
    ['GET', '/bib'],
    ['GET', '/team'],
    ['GET', '/receipt'],
    ['GET', '/deferral'],
    ['GET', '/fundraiser'],
    ['GET', '/donation'],
    ['PUT', '/donation', { isNamed: true }],
    ['POST', '/receipt', {}],
    ['PUT', '/billing', { name: 'Mallory', address: 'Street 1', country: 'DE' }],
    ['PUT', '/items/0', { variant: 'cap' }],
    ['PUT', '/transfer', { transferId: registrationId, recipient }],
    ['DELETE', '/transfer'],
    ['DELETE', '/result-name'],
    ['POST', '/deferral', { worth: 'entry', fee: 0 }],
    ['POST', '/cancellation', { refund: 0 }],
  ] as const;
  const answers: Answer[] = [];
  for (const [method, door, json] of asked)
    answers.push(await client.ask(method, `${path}${door}`, { bearer, ...(json && { json }) }));
  return answers;
};

/** Ids that stand in addresses and logs, and links that were made for something else or somebody before. */
export const knownIdAttacks: readonly Attack[] = [
  {
    id: '22a',
    finding,
    knows: 'the id of a spot that is offered to somebody',
    tries: 'registers under it for another event, and has a card declined under it',
    expects: 'whoever the spot is offered to gets it, under another id, and their registration opens to nobody else',
    attack: async (world) => {
      const [offer, other] = [await offerSpot(world, large), await offerSpot(world, large)];
      const mallory = world.runner('Mallory');
      const evidence = new Evidence();
      const asked = await mallory.askForSpot(free, { registrationId: idIn(offer.path) });
      evidence.saw('hold', asked);
      if (asked.status === 201) {
        const held = heldIn(free, asked);
        evidence.saw('pay', await mallory.submit(held), await mallory.decided(held));
      }
      const again = await mallory.askForSpot(large, { registrationId: idIn(other.path) });
      if (again.status === 201)
        evidence.saw('decline', await mallory.submit(heldIn(large, again), { card: 'pm_card_chargeDeclined' }));
      for (const one of [offer, other]) {
        const shown = await one.heir.client.ask('GET', one.path, { bearer: one.token });
        const accepted = await accept(one);
        evidence
          .saw('shown, accepted', shown, accepted)
          .that(textOf(shown, 'status') === 'offered', `the heir is told ${shown.text.slice(0, 160)}`)
          .that(accepted.status === 200, `the heir is answered ${accepted.status} ${accepted.text.slice(0, 160)}`);
        const mine = await one.heir.show(textOf(accepted, 'registrationId'), textOf(accepted, 'link'));
        evidence.that(mine.body.number === one.sold.number, `the heir has ${mine.text.slice(0, 160)}`);
        const peeped = await mallory.show(textOf(accepted, 'registrationId'), textOf(asked, 'hold') || 'none');
        evidence.refused('show', peeped, 'not-yours').silent('show', [peeped], [one.heir.person.email]);
      }
      return evidence;
    },
  },
  {
    id: '22b',
    finding,
    // The mail of a move leaves with the next minute.
    needs: 'minutes',
    knows: 'the id of a move that a director offers to somebody',
    tries: 'offers a spot of their own under it, to have the link of it mailed to themselves',
    expects: 'a refusal; the runner sees their move as before',
    attack: async (world) => {
      const theirs = await offeredMove(world, 'Victim');
      const mallory = world.runner('Mallory');
      const own = await mallory.register(passing);
      const asked = await mallory.client.ask('PUT', `/api/registrations/${own.registrationId}/transfer`, {
        bearer: own.link,
        json: {
          transferId: idIn(theirs.path),
          recipient: { firstName: 'Mallory', email: mallory.person.email },
        },
      });
      const shown = await theirs.runner.client.ask('GET', theirs.path, { bearer: theirs.token });
      return new Evidence()
        .refused('offer', asked, 'no-spot')
        .that(textOf(shown, 'status') === 'move-offered', `the runner is told ${shown.text.slice(0, 160)}`);
    },
  },
  {
    id: '22c',
    finding,
    knows: 'a token of each kind, and the ids of everything that they are about',
    tries: 'brings each where another one belongs: to registrations, offers, places, opt-outs, lines and the console',
    expects: 'a refusal of each; a link opens what it was made for',
    attack: async (world) => {
      const offer = await offerSpot(world, large);
      const { sold } = offer;
      const seller = world.runner('Seller');
      const single = await seller.register(world.single());
      const waiter = world.runner('Waiter');
      const place = await waiter.join(single.event);
      const mailed = await waiter.confirm(place);
      const { body: bib } = await offer.seller.client.ask('GET', `/api/registrations/${sold.registrationId}/bib`, {
        bearer: sold.link,
      });
      const tokens = {
        link: sold.link,
        hold: sold.hold,
        offer: offer.token,
        ticket: mailed,
        joined: place.ticket,
        code: String(bib.code),
        cookie: [...offer.seller.client.cookies.values()][0] ?? '',
      };
      const evidence = new Evidence();
      const stranger = world.runner('Mallory').client;
      const ask = (...[method, path, bearer, json]: [string, string, string, object?]) =>
        stranger.ask(method, path, { bearer, ...(json && { json }) });
      const waiver = { waiver: offer.waiver, runner: asRunner(newPerson('Mallory')) };
      for (const [kind, token] of Object.entries(tokens)) {
        const all: Answer[] = [];
        if (kind !== 'link') all.push(...(await doors(world, sold.registrationId, token)));
        all.push(...(await doors(world, idIn(offer.path), token)));
        all.push(...(await doors(world, place.placeId, token)));
        if (kind !== 'offer')
          all.push(
            await ask('GET', offer.path, token),
            await ask('PUT', offer.path, token, waiver),
            await ask('POST', `${offer.path}/quote`, token, waiver),
            await ask('POST', `${offer.path}/quote`, token, { move: true }),
          );
        if (kind !== 'ticket' && kind !== 'joined')
          all.push(
            await ask('GET', `/api/waiting-list/${place.placeId}`, token),
            await ask('DELETE', `/api/waiting-list/${place.placeId}`, token),
          );
        if (kind !== 'ticket')
          all.push(await ask('POST', `/api/waiting-list/${place.placeId}/confirmation`, token, {}));
        all.push(
          await ask('POST', `/api/opt-outs/${token}`, ''),
          await ask('POST', `/api/races/${events.called.raceId}/line/pass/take`, '', { token }),
          await stranger.ask('POST', '/api/console/sign-in/link', {
            headers: { 'sec-fetch-site': 'same-origin' },
            json: { token },
          }),
        );
        evidence.saw(kind, ...all);
        for (const answer of all)
          evidence.that(
            answer.status >= 400 && answer.status < 500,
            `${kind}: ${answer.asked.slice(0, 90)} is answered ${answer.status} ${answer.text.slice(0, 120)}`,
          );
      }
      const now = await offer.seller.show(sold.registrationId, sold.link);
      evidence.that(now.body.status === 'confirmed', `the runner is told ${now.text.slice(0, 160)}`);
      const waits = await world.place(waiter.client, place.placeId, mailed);
      return evidence.that(textOf(waits, 'status') === 'waiting', `who waits is told ${waits.text.slice(0, 160)}`);
    },
  },
  {
    id: '22d',
    finding,
    knows: 'all about some people, and the link of one offer of a spot for a fee',
    tries: 'has the fee quoted for one person after the other, to learn who is registered already',
    expects: 'ten answers in a day',
    attack: async (world) => {
      const registered = world.runner('Famous');
      await registered.register(passing);
      const offer = await offerSpot(world, passing);
      const all: Answer[] = [];
      for (let n = 0; n < 30; n++) {
        const person = n % 2 ? newPerson('Other') : registered.person;
        all.push(
          await offer.heir.client.ask('POST', `${offer.path}/quote`, {
            bearer: offer.token,
            json: { runner: asRunner(person), waiver: offer.waiver },
          }),
        );
      }
      const told = all.filter((answer) => answer.status === 200 || problemOf(answer) === 'already-registered').length;
      return new Evidence().saw('quotes', ...all).that(told <= 10, `${told} answers tell who is registered`);
    },
  },
  {
    id: '22e',
    finding,
    // The mail of a correction leaves with the next minute.
    needs: 'minutes',
    knows: 'the link that was mailed to a wrong address, which a director corrected',
    tries: 'asks for the registration, its bib and its receipt, changes it, cancels it and passes it on with that link',
    expects: 'a refusal of each; the link in the mail to the right address opens it',
    attack: async (world) => {
      const victim = world.runner('Misspelt');
      const theirs = await victim.register(large);
      const right = newPerson('Right');
      const order = await signIn(world, large.raceId, 'owner');
      const { registrationId } = theirs;
      const corrected = await order('correctAddress', { registrationId, email: right.email, reason: 'misspelt' });
      const evidence = new Evidence().saw('corrected', corrected);
      const [, link = ''] = await world.mails.match(right.email, new RegExp(`/registrations/${registrationId}#(\\S+)`));
      const all = await doors(world, registrationId, theirs.link);
      evidence.saw('the old link', ...all).silent('the old link', all, [right.email, victim.person.lastName]);
      for (const answer of all)
        evidence.that(problemOf(answer) === 'not-yours', `${answer.asked} is answered ${answer.status}`);
      await stillIn(evidence, victim, { ...theirs, link });
      return evidence;
    },
  },
  {
    id: '23a',
    finding,
    knows: 'the mail of the offer, which the seller had sent to themselves and forwarded to whoever paid them for it',
    tries: 'opens the offer after it was taken over, accepts it again, and gives the spot back for the money',
    expects: 'the new runner alone has the link of the registration, and gets it again when an answer is lost',
    attack: async (world) => {
      const offer = await offerSpot(world, large);
      const { seller, heir, path, token, waiver } = offer;
      const took = await accept(offer);
      const opened = await seller.client.ask('GET', path, { bearer: token });
      const near = { ...heir.person, birthDate: '1970-01-01' };
      const again = [];
      for (const person of [seller.person, near])
        again.push(await seller.client.ask('PUT', path, { bearer: token, json: { runner: asRunner(person), waiver } }));
      const [registrationId, link] = [textOf(took, 'registrationId'), textOf(took, 'link')];
      const evidence = new Evidence()
        .saw('took, opened', took, opened)
        .silent('opened', [opened, ...again], [link, heir.person.email, heir.person.lastName]);
      for (const answer of again) evidence.refused('accept again', answer, 'transfer-gone');
      for (const bearer of [textOf(opened, 'link') || 'none', ...again.map((one) => textOf(one, 'link') || 'none')])
        evidence.refused(
          'give back',
          await seller.client.ask('POST', `/api/registrations/${registrationId}/cancellation`, {
            bearer,
            json: { refund: offer.sold.total * 0.8 },
          }),
          'not-yours',
        );
      const lost = await accept(offer);
      const mine = await heir.show(registrationId, link);
      return evidence
        .that(textOf(lost, 'link') === link, `the new runner is answered ${lost.status} ${lost.text.slice(0, 160)}`)
        .that(mine.body.number === offer.sold.number, `the new runner has ${mine.text.slice(0, 160)}`);
    },
  },
  {
    id: '23b',
    finding,
    knows: 'the link that was mailed to a wrong address',
    tries: 'offers the spot to themselves, and accepts it after a director has corrected the address',
    expects: 'the offer is gone, and the runner has the spot',
    attack: async (world) => {
      const offer = await offerSpot(world, large);
      const { registrationId } = offer.sold;
      const right = newPerson('Right');
      const order = await signIn(world, large.raceId, 'owner');
      const corrected = await order('correctAddress', { registrationId, email: right.email, reason: 'misspelt' });
      const evidence = new Evidence()
        .saw('corrected', corrected)
        .refused('accept', await accept(offer), 'transfer-gone');
      // The runner's own browser.
      const now = await offer.seller.show(registrationId, offer.sold.hold);
      return evidence.that(now.body.status === 'confirmed', `the runner is told ${now.text.slice(0, 160)}`);
    },
  },
  {
    id: '22l',
    finding,
    knows: 'the id of a place on the waiting list, and the address of the person who waits',
    tries: 'registers under the id, and asks for the lost link of that address',
    expects: 'the person who waits gets the mail with their place',
    attack: async (world) => {
      const { event } = await world.soldOut();
      const waiter = world.runner('Waiter');
      const place = await waiter.join(event);
      await waiter.confirm(place);
      const mallory = world.runner('Mallory');
      const asked = await mallory.askForSpot(free, { registrationId: place.placeId });
      const evidence = new Evidence().saw('hold', asked);
      if (asked.status === 201) {
        const held = heldIn(free, asked);
        evidence.saw('pay', await mallory.submit(held), await mallory.decided(held));
      }
      const { email } = waiter.person;
      evidence.saw('lost link', await mallory.client.ask('POST', '/api/registration-links', { json: { email } }));
      await until('the person who waits has the mail with their place', async () => {
        const mails = await world.mails.to(email);
        return mails.some(({ subject }) => subject.startsWith('Your place on the waiting list'));
      });
      const peeped = await world.mails.to(mallory.person.email);
      return evidence.that(
        peeped.every(({ subject }) => !subject.startsWith('Your registration:')),
        'the stranger got a lost link that they did not ask for',
      );
    },
  },
  {
    id: '22m',
    finding,
    knows: 'all about some people, and the link of one offer of a spot that costs nothing',
    tries: 'takes it over for one person after the other who may be registered already',
    expects: 'ten answers in a day, and then none',
    attack: async (world) => {
      const registered = world.runner('Famous');
      await registered.register(large);
      const offer = await offerSpot(world, large);
      const all: Answer[] = [];
      for (let n = 0; n < 30; n++)
        all.push(
          await offer.heir.client.ask('PUT', offer.path, {
            bearer: offer.token,
            json: { runner: asRunner(registered.person), waiver: offer.waiver },
          }),
        );
      const told = all.filter((answer) => problemOf(answer) === 'already-registered').length;
      return new Evidence()
        .saw('take over', ...all)
        .that(told === 10, `${told} answers tell who is registered`)
        .that(
          all.length - told === all.filter((one) => problemOf(one) === 'too-many-quotes').length,
          'others are told',
        );
    },
  },
];
