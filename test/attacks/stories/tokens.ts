import type { Attack } from '../attack';
import { type Answer, newSecret, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId, newPerson } from '../world/person';
import { events } from '../world/races';
import { Runner } from '../world/runner';
import { stillIn, toMallory } from './registrations';

const { large } = events;
const finding = '1';

/** Tokens that open a registration, in the hands of somebody they are not for. */
export const tokenAttacks: readonly Attack[] = [
  {
    id: '1k',
    finding,
    knows: 'a hold that somebody shared, but not its session',
    tries:
      'brings it with no secret, with a secret of their own, with broken ones, and with the session of another hold',
    expects: 'a refusal of each',
    attack: async (world) => {
      const victim = world.runner('Victim');
      const held = await victim.hold(large);
      const mallory = world.runner('Mallory');
      await mallory.hold(large);
      const path = `/api/registrations/${held.registrationId}`;
      const secrets = [
        '',
        newSecret(),
        'x',
        'x'.repeat(43),
        'A'.repeat(4000),
        '%00',
        'null',
        '"; DROP',
        held.hold.slice(0, 43),
      ];
      const all: Answer[] = [await mallory.show(held.registrationId, held.hold), await mallory.submit(held)];
      for (const secret of secrets)
        all.push(
          await world.program().ask('GET', path, { bearer: held.hold, headers: { 'x-startline-secret': secret } }),
          await world
            .program()
            .ask('GET', path, { bearer: held.hold, headers: { cookie: `__Host-startline=${secret}` } }),
        );
      const evidence = new Evidence().saw('all', ...all);
      for (const answer of all)
        evidence.that(answer.status >= 400 && answer.status < 500, `${answer.asked} is answered ${answer.status}`);
      const own = await victim.show(held.registrationId, held.hold);
      return evidence.that(own.status === 200, `its holder is told ${own.status}`);
    },
  },
  {
    id: '1l',
    finding: '1, point 6',
    knows: 'nothing: an honest page whose first answers are lost',
    tries: 'asks three times with the same id and secret, each time without a cookie',
    expects: 'one spot, the same hold each time',
    attack: async (world) => {
      const client = world.browser();
      const registrationId = newId();
      const holds = new Set<string>();
      const all: Answer[] = [];
      for (let tries = 0; tries < 3; tries++) {
        client.cookies.clear();
        const answer = await new Runner(world, client, newPerson('Lost')).askForSpot(large, { registrationId });
        all.push(answer);
        holds.add(textOf(answer, 'hold'));
      }
      const evidence = new Evidence().saw('hold', ...all).note(`${holds.size} different holds`);
      return evidence.that(holds.size === 1 && !holds.has(''), `${holds.size} spots were dealt for one registration`);
    },
  },
  {
    id: '1m',
    finding,
    knows: 'the hold and the link of a spot they passed on',
    tries: 'shows, cancels and passes on the registration it became, and their own again',
    expects: 'the new runner is still in',
    attack: async (world) => {
      const seller = world.runner('Seller');
      const sold = await seller.register(large);
      const heir = world.runner('Heir');
      const transferId = newId();
      const path = `/api/registrations/${sold.registrationId}/transfer`;
      await seller.client.ask('PUT', path, {
        bearer: sold.link,
        json: { transferId, recipient: { firstName: heir.person.firstName, email: heir.person.email } },
      });
      const [, token = ''] = await world.mails.match(heir.person.email, new RegExp(`/transfers/${transferId}#(\\S+)`));
      const shown = await heir.client.ask('GET', `/api/transfers/${transferId}`, { bearer: token });
      const waiver = shown.body.waiver as { hash: string } | undefined;
      const took = await heir.client.ask('PUT', `/api/transfers/${transferId}`, {
        bearer: token,
        json: {
          runner: { ...heir.person, gender: 'male', emergencyContact: 'x' },
          waiver: { hash: waiver?.hash ?? '', accepted: true },
        },
      });
      const link = textOf(took, 'link');
      // The runner who passed the spot on chose the id, and can hold another spot under it.
      const again = await seller.askForSpot(large, { registrationId: transferId });
      const all: Answer[] = [];
      for (const bearer of [sold.hold, sold.link, textOf(again, 'hold') || 'none', token]) {
        const became = `/api/registrations/${transferId}`;
        all.push(
          await seller.client.ask('GET', became, { bearer }),
          await seller.client.ask('GET', `${became}/receipt`, { bearer }),
          await seller.client.ask('POST', `${became}/cancellation`, { bearer, json: { refund: 0 } }),
          await seller.client.ask('POST', `${became}/cancellation`, { bearer, json: { refund: sold.total * 0.8 } }),
          await seller.client.ask('PUT', `${became}/transfer`, { bearer, json: toMallory(seller) }),
          await seller.client.ask('POST', `/api/registrations/${sold.registrationId}/cancellation`, {
            bearer: sold.link,
            json: { refund: sold.total * 0.8 },
          }),
        );
      }
      const now = await heir.show(transferId, link);
      const evidence = new Evidence()
        .saw('all', took, ...all)
        .silent('all', all, [heir.person.email, heir.person.lastName]);
      for (const answer of all)
        evidence.that(answer.status >= 400 && answer.status < 500, `${answer.asked} is answered ${answer.status}`);
      return evidence.that(now.body.status === 'confirmed', `the new runner is told ${now.text.slice(0, 160)}`);
    },
  },
  {
    id: '1n',
    finding,
    knows: 'the link of their own registration, that somebody else paid for',
    tries: 'shows, cancels and passes on those of the others',
    expects: 'a refusal of each; everybody is still in',
    attack: async (world) => {
      const payer = world.runner('Payer');
      const child = world.runner('Child');
      const theirs = await payer.register(large, [child.person]);
      const [, own = ''] = await world.mails.match(
        child.person.email,
        new RegExp(`/registrations/${theirs.companions[0]}#(\\S+)`),
      );
      const path = `/api/registrations/${theirs.registrationId}`;
      const all = [
        await child.client.ask('GET', path, { bearer: own }),
        await child.client.ask('GET', `${path}/receipt`, { bearer: own }),
        await child.client.ask('POST', `${path}/cancellation`, { bearer: own, json: { refund: 7120 } }),
        await child.client.ask('PUT', `${path}/transfer`, { bearer: own, json: toMallory(child) }),
      ];
      const evidence = new Evidence()
        .saw('all', ...all)
        .silent('all', all, [payer.person.lastName, payer.person.email]);
      for (const answer of all) evidence.that(answer.status === 403, `${answer.asked} is answered ${answer.status}`);
      await stillIn(evidence, payer, theirs);
      return evidence;
    },
  },
];
