import type { Attack } from '../attack';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId } from '../world/person';
import { events } from '../world/races';
import { heldIn, type Registered, type Runner } from '../world/runner';
import type { World } from '../world/world';

const { large } = events;
const finding = '1';
const id = "a registration's id";

/** A registered runner, and an attacker who knows the id and holds a spot under it. */
const withItsId = async (world: World, as: 'own id' | 'companion' = 'own id') => {
  const victim = world.runner('Victim');
  const theirs = await victim.register(large);
  const mallory = world.runner('Mallory');
  const asked = await mallory.askForSpot(
    large,
    as === 'companion' ? { companions: [theirs.registrationId] } : { registrationId: theirs.registrationId },
  );
  const path = `/api/registrations/${theirs.registrationId}`;
  return { victim, theirs, mallory, asked, path, token: textOf(asked, 'hold') || 'none' };
};

const secretsOf = ({ person }: Runner) => [person.firstName, person.lastName, person.email];

/** True when the victim's registration is unchanged. */
export const stillIn = async (evidence: Evidence, victim: Runner, { registrationId, link, number }: Registered) => {
  const now = await victim.show(registrationId, link);
  const { status, transfer } = now.body;
  evidence
    .that(status === 'confirmed' && now.body.number === number, `the victim is told ${now.text.slice(0, 160)}`)
    .that(transfer === undefined, 'the spot of the victim is offered to somebody');
};

export const toMallory = (mallory: Runner) => ({
  transferId: newId(),
  recipient: { firstName: 'Mallory', email: mallory.person.email },
});

const billingOf = ({ person }: Runner) => ({ name: person.lastName, address: 'Main street 1', country: 'DE' });

export const registrationAttacks: readonly Attack[] = [
  ...(['own id', 'companion'] as const).flatMap((as, n): readonly Attack[] => [
    {
      id: `1${n === 0 ? 'a' : 'd'}`,
      finding,
      knows: id,
      tries: `holds another spot ${n === 0 ? 'under it' : 'with it as a companion'} in a session of their own, and asks for the registration`,
      expects: 'a refusal that tells nothing of the runner',
      attack: async (world) => {
        const { victim, mallory, asked, theirs, token } = await withItsId(world, as);
        const shown = await mallory.show(theirs.registrationId, token);
        return new Evidence()
          .saw('hold', asked)
          .refused('show', shown)
          .silent('show', [asked, shown], secretsOf(victim));
      },
    },
    {
      id: `1${n === 0 ? 'b' : 'e'}`,
      finding,
      knows: id,
      tries: `the same ${n === 0 ? 'hold' : 'companion'}, and cancels the registration`,
      expects: 'a refusal; the runner is still in',
      attack: async (world) => {
        const { victim, mallory, theirs, path, token } = await withItsId(world, as);
        const cancelled = await mallory.client.ask('POST', `${path}/cancellation`, {
          bearer: token,
          json: { refund: theirs.total * 0.8 },
        });
        const evidence = new Evidence().refused('cancel', cancelled);
        await stillIn(evidence, victim, theirs);
        return evidence;
      },
    },
    {
      id: `1${n === 0 ? 'c' : 'f'}`,
      finding,
      knows: id,
      tries: `the same ${n === 0 ? 'hold' : 'companion'}, and passes the spot on to themselves`,
      expects: 'a refusal; the runner is still in, and nobody gets a mail',
      attack: async (world) => {
        const { victim, mallory, theirs, path, token } = await withItsId(world, as);
        const offered = await mallory.client.ask('PUT', `${path}/transfer`, {
          bearer: token,
          json: toMallory(mallory),
        });
        const evidence = new Evidence().refused('transfer', offered);
        await stillIn(evidence, victim, theirs);
        const mails = await world.mails.to(mallory.person.email);
        return evidence.that(mails.length === 0, 'the attacker got a mail');
      },
    },
  ]),
  {
    id: '1g',
    finding,
    knows: id,
    tries: 'pays for the hold under it, with a card and a name of their own',
    expects: 'nothing is said of the runner, who is still in and charged once',
    attack: async (world) => {
      const { victim, mallory, theirs, asked } = await withItsId(world);
      const evidence = new Evidence().saw('hold', asked);
      if (asked.status === 201) {
        const paid = await mallory.submit(heldIn(large, asked));
        const shown = await mallory.show(theirs.registrationId, textOf(asked, 'hold'));
        evidence.saw('pay, show', paid, shown).silent('show', [paid, shown], secretsOf(victim));
      }
      await stillIn(evidence, victim, theirs);
      const taken = (await world.intentsOf(theirs.registrationId)).filter(({ status }) => status === 'succeeded');
      return evidence.that(taken.length === 1, `${taken.length} cards were charged`);
    },
  },
  {
    id: '1h',
    finding,
    knows: 'the id of a registration whose form is being filled in',
    tries: 'holds under it in a session of their own, and pays first',
    expects: 'the hold is refused; the runner who held first registers',
    attack: async (world) => {
      const victim = world.runner('Victim');
      const held = await victim.hold(large);
      const mallory = world.runner('Mallory');
      const asked = await mallory.askForSpot(large, { registrationId: held.registrationId });
      const evidence = new Evidence().refused('hold', asked, 'registration-id-taken');
      const answers: Answer[] = [];
      if (asked.status === 201) answers.push(await mallory.submit(heldIn(large, asked)));
      answers.push(await victim.submit(held));
      const decided = await victim.decided(held);
      const runner = decided.body.runner as { email?: string } | undefined;
      return evidence
        .saw('pay', ...answers, decided)
        .that(runner?.email === victim.person.email, `the runner who held first is told ${decided.text.slice(0, 200)}`);
    },
  },
  {
    id: '1o',
    finding,
    knows: id,
    tries:
      'asks for the receipt with the id only, with a hold under it in another session, and with a link and a hold of their own',
    expects: 'a refusal of each that tells nothing; the runner reads it, and no cache may keep it',
    attack: async (world) => {
      const { victim, theirs, mallory, asked, path, token } = await withItsId(world);
      const own = await mallory.register(large);
      const all: Answer[] = [];
      for (const bearer of [undefined, theirs.registrationId, token, theirs.hold, own.hold, own.link])
        all.push(await mallory.client.ask('GET', `${path}/receipt`, bearer === undefined ? {} : { bearer }));
      const evidence = new Evidence()
        .saw('receipt', asked, ...all)
        .silent('receipt', all, [...secretsOf(victim), String(theirs.total)]);
      for (const answer of all) evidence.refused('receipt', answer, 'not-yours');
      const shown = await victim.client.ask('GET', `${path}/receipt`, { bearer: theirs.link });
      return evidence
        .that(shown.status === 200, `the runner is told ${shown.text.slice(0, 160)}`)
        .that(
          shown.headers['cache-control'] === 'private, no-store',
          `a cache may keep it: ${shown.headers['cache-control']}`,
        );
    },
  },
  {
    id: '1i',
    finding,
    knows: id,
    tries: 'names it as the id of a transfer of a spot of their own, and accepts that',
    expects: 'nothing is said of the runner, who is still in',
    attack: async (world) => {
      const victim = world.runner('Victim');
      const mallory = world.runner('Mallory');
      const [theirs, own] = await Promise.all([victim.register(large), mallory.register(large)]);
      const path = `/api/registrations/${own.registrationId}/transfer`;
      const offered = await mallory.client.ask('PUT', path, {
        bearer: own.link,
        json: { ...toMallory(mallory), transferId: theirs.registrationId },
      });
      const evidence = new Evidence().refused('transfer', offered).silent('transfer', [offered], secretsOf(victim));
      await stillIn(evidence, victim, theirs);
      return evidence;
    },
  },
  {
    id: '1j',
    finding,
    knows: id,
    tries:
      'shows, checks, pays, reads, asks for and addresses the receipt, cancels, passes on and takes back with nothing, with a link of their own, and with a hold of their own',
    expects: 'a refusal of each that tells nothing',
    attack: async (world) => {
      const victim = world.runner('Victim');
      const mallory = world.runner('Mallory');
      const [theirs, own] = await Promise.all([victim.register(large), mallory.register(large)]);
      const other = await mallory.hold(large);
      const path = `/api/registrations/${theirs.registrationId}`;
      const all: Answer[] = [];
      for (const bearer of [undefined, own.link, own.hold, other.hold, theirs.hold]) {
        const by = bearer === undefined ? {} : { bearer };
        const { client, person } = mallory;
        all.push(
          await client.ask('GET', path, by),
          await client.ask('GET', `${path}/receipt`, by),
          await client.ask('POST', `${path}/receipt`, by),
          await client.ask('PUT', `${path}/billing`, { ...by, json: billingOf(mallory) }),
          await client.ask('POST', `${path}/checks`, { ...by, json: { runner: victim.person } }),
          await client.ask('POST', `${path}/cancellation`, { ...by, json: { refund: theirs.total * 0.8 } }),
          await client.ask('PUT', `${path}/transfer`, { ...by, json: toMallory(mallory) }),
          await client.ask('DELETE', `${path}/transfer`, by),
          await client.ask('GET', `/api/transfers/${theirs.registrationId}`, by),
          await client.ask('PUT', `/api/transfers/${theirs.registrationId}`, {
            ...by,
            json: {
              runner: { ...person, gender: 'male', emergencyContact: 'x' },
              waiver: { hash: theirs.waiver, accepted: true },
            },
          }),
          await mallory.submit({ ...theirs, hold: bearer ?? '' }),
        );
      }
      const evidence = new Evidence().saw('all', ...all).silent('all', all, secretsOf(victim));
      for (const answer of all)
        evidence.that(answer.status >= 400 && answer.status < 500, `${answer.asked} is answered ${answer.status}`);
      await stillIn(evidence, victim, theirs);
      return evidence;
    },
  },
];
