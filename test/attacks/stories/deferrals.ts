import type { Attack } from '../attack';
import { type Buyer, buyer } from '../world/buyer';
import { type Answer, textOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { charged, offering, owner, pathOf } from '../world/paid-spot';
import { newPerson } from '../world/person';
import { events } from '../world/races';
import type { World } from '../world/world';

const finding = 'a spot that is deferred';
const { into, intoToo } = events;
/** What the race says: a whole entry, and what its use costs. */
const terms = { worth: 'entry', fee: 500 } as const;
const price = 8900;

const defer = (one: Buyer, { client = one.client, bearer = one.held.hold, json = terms as object } = {}) =>
  client.ask('POST', pathOf(one, '/deferral'), { bearer, json });
const codeIn = ({ body }: Answer): string => String((body.credit as { code?: string } | undefined)?.code ?? '');
const linesIn = ({ body }: Answer) => (body.lines ?? []) as readonly { kind: string; ref?: string; amount: number }[];
const feeIn = (answer: Answer) => linesIn(answer).find(({ kind, ref }) => kind === 'fee' && ref === 'deferral')?.amount;

/** Somebody who gave up a spot, and the code of their credit. */
const deferred = async (world: World) => {
  const one = await owner(world, 'Deferrer');
  const answer = await defer(one);
  const code = codeIn(answer);
  if (!code) throw new Error(`${one.person.firstName} could not defer: ${answer.status} ${answer.text}`);
  return { one, code };
};

/** The same person in another browser, with a spot of their own. */
const again = (world: World, { person }: Buyer, event = into, client = world.browser()) =>
  buyer(world, 'Deferrer', world.runner('Deferrer', person, client), event);

/** How many registrations the credit of a spot pays for. */
const usesOf = async (world: World, { held }: Buyer): Promise<number> => {
  const { rows } = await world.target.database.query(
    `SELECT FROM registration_line l JOIN credit c ON c.pool_id = l.pool_id JOIN registration r ON r.id = l.registration_id
     WHERE c.registration_id = $1 AND l.state IN ('given', 'over') AND r.live`,
    [held.registrationId],
  );
  return rows.length;
};

const decided = async (world: World, one: Buyer): Promise<string> =>
  textOf(await world.runner('Looker', one.person, one.client).decided(one.held), 'status');

/** Spots that are given up for a credit, and what somebody does with it. */
export const deferralAttacks: readonly Attack[] = [
  {
    id: '21a',
    finding,
    knows: "a registration's id, its runner's name, and the code of their credit",
    tries: 'defers it and reads its credit with nothing and with proofs of their own, and registers with the code',
    expects: 'a refusal of each that tells nothing; for them there is no such code',
    attack: async (world) => {
      const victim = await owner(world, 'Victim');
      const mallory = await owner(world, 'Mallory');
      const stranger = world.browser();
      const evidence = new Evidence();
      const proofs = [
        { client: stranger, bearer: '' },
        { client: stranger, bearer: victim.held.hold },
        { client: stranger, bearer: mallory.held.hold },
        { client: mallory.client, bearer: mallory.held.hold },
        { client: mallory.client, bearer: victim.held.hold },
      ];
      for (const [n, proof] of proofs.entries()) {
        evidence.refused(`deferral ${n}`, await defer(victim, proof), 'not-yours');
        const read = await proof.client.ask('GET', pathOf(victim, '/deferral'), { bearer: proof.bearer });
        evidence.refused(`reading ${n}`, read, 'not-yours');
      }
      const code = codeIn(await defer(victim));
      const { person } = victim;
      const others = [
        newPerson('Mallory'),
        { ...person, email: mallory.person.email },
        { ...person, birthDate: '1970-01-01' },
        { ...person, firstName: `${person.firstName}x` },
      ];
      for (const [n, other] of others.entries()) {
        const thief = await buyer(world, 'Mallory', world.runner('Mallory', other), into);
        evidence.refused(`code ${n}`, await thief.quote({ codes: [code] }), 'code-unknown');
      }
      return evidence.that((await usesOf(world, victim)) === 0, 'the credit is used');
    },
  },
  {
    id: '21b',
    finding,
    knows: 'nothing: a runner with a credit',
    tries: 'uses it for four spots in two events at once, from four browsers, and pays for what was quoted',
    expects: 'one registration on the credit; nobody else is quoted with it',
    attack: async (world) => {
      const { one, code } = await deferred(world);
      const browsers: Buyer[] = [];
      for (const event of [into, intoToo, into, intoToo]) browsers.push(await again(world, one, event));
      const quotes = await Promise.all(browsers.map((each) => each.quote({ codes: [code] })));
      const given = quotes.filter(({ status }) => status === 200);
      const evidence = new Evidence()
        .saw('quotes', ...quotes)
        .that(given.length === 1, `${given.length} quotes were given with one credit`);
      await Promise.all(
        browsers.map(async (each, n) => {
          const quoted = quotes[n];
          if (quoted?.status !== 200) return;
          evidence.saw('pay', ...(await Promise.all([each.pay(quoted), each.pay(quoted)])));
          evidence.that((await decided(world, each)) === 'confirmed', 'who was quoted is not registered');
        }),
      );
      return evidence
        .that((await usesOf(world, one)) === 1, `the credit pays for ${await usesOf(world, one)} registrations`)
        .refused('once more', await (await again(world, one, intoToo)).quote({ codes: [code] }));
    },
  },
  {
    id: '21c',
    finding,
    knows: 'nothing: a runner with a credit, whose entry the organiser pays back',
    tries: 'has it quoted before and after, and pays for both',
    expects: 'the money or the credit: nothing is paid back while it is claimed, and afterwards there is no such code',
    // Jest cannot load the bundle of `direct`.
    needs: 'minutes',
    attack: async (world) => {
      const { one, code } = await deferred(world);
      const second = await deferred(world);
      const early = await again(world, one);
      const quoted = await early.quote({ codes: [code] });
      const refund = ({ held: { registrationId } }: Buyer) =>
        world.target
          .direct([{ refundLine: { registrationId, position: 0 } }])
          .then(() => 'refunded')
          .catch(() => 'refused');
      const evidence = new Evidence()
        .saw('quoted', quoted)
        .that((await refund(one)) === 'refused', 'the entry is paid back while its credit is claimed')
        .saw('pay', await early.pay(quoted))
        .that((await decided(world, early)) === 'confirmed', 'who was quoted is not registered')
        .that((await refund(one)) === 'refused', 'the entry is paid back while its credit is used')
        .that((await refund(second.one)) === 'refunded', 'an entry whose credit nobody uses is not paid back');
      const late = await again(world, second.one);
      return evidence
        .refused('code after the refund', await late.quote({ codes: [second.code] }), 'code-unknown')
        .that((await usesOf(world, second.one)) === 0, 'the credit is used after the refund');
    },
  },
  {
    id: '21d',
    finding,
    knows: 'the hold of a spot that they passed on, or are about to',
    tries: 'defers a spot after it was accepted, and lets it be accepted after deferring it',
    expects:
      'one of the two: a spot that somebody else has is not deferred, and one that was deferred is not passed on',
    attack: async (world) => {
      const passed = await offering(world);
      const evidence = new Evidence()
        .saw('accepted', await passed.accept())
        .refused('deferred after', await defer(passed.seller), 'no-spot');
      const kept = await offering(world);
      evidence
        .saw('deferred', await defer(kept.seller))
        .refused('accepted after', await kept.accept(), 'transfer-gone');
      const both = await offering(world);
      const [accepted, given] = await Promise.all([both.accept(), defer(both.seller)]);
      return evidence
        .saw('both at once', accepted, given)
        .that(
          [accepted, given].filter(({ status }) => status < 300).length === 1,
          `accepting says ${accepted.status}, and deferring ${given.status}`,
        );
    },
  },
  {
    id: '21e',
    finding,
    knows: 'nothing: a runner with a credit',
    tries:
      'defers for another fee or worth, and leaves the fee out when the credit is used, in every way that a request has',
    expects: 'a refusal of each, and the fee is charged',
    attack: async (world) => {
      const { one, code } = await deferred(world);
      const greedy = await owner(world, 'Greedy');
      const evidence = new Evidence();
      for (const json of [
        { ...terms, fee: 0 },
        { worth: 100_000, fee: 500 },
        { worth: price, fee: 500 },
      ])
        evidence.refused(JSON.stringify(json), await defer(greedy, { json }), 'terms-changed');
      for (const json of [
        {},
        { ...terms, fee: -500 },
        { worth: 'all', fee: 500 },
        { ...terms, code: 'MINE-MINE-MINE' },
      ])
        evidence.refused(JSON.stringify(json), await defer(greedy, { json }), 'invalid-request');
      const user = await again(world, one);
      evidence
        .refused('twice', await user.quote({ codes: [code, code] }), 'invalid-request')
        .refused('lower case and twice', await user.quote({ codes: [code, code.toLowerCase()] }), 'invalid-request')
        .refused('a fee of their own', await user.quote({ codes: [code], order: { fee: 0 } }), 'invalid-request');
      const plain = await user.quote();
      const quoted = await user.quote({ codes: [code], previous: textOf(plain, 'quote') });
      evidence
        .saw('quoted', quoted)
        .that(feeIn(quoted) === terms.fee, `the fee is ${feeIn(quoted)}`)
        .that(quoted.body.total === terms.fee, `the total is ${String(quoted.body.total)}`);
      const { entry } = quoted.body as { entry: { order: object } };
      evidence
        .refused('another entry', await user.pay(quoted, { entry: { ...entry, order: { fee: 0 } } }))
        .refused('another total', await user.pay(quoted, { total: 0 }), 'invalid-request')
        .refused('without a card', await user.pay(quoted, { paymentMethod: undefined }))
        .saw('paid', await user.pay(quoted));
      evidence.that((await decided(world, user)) === 'confirmed', 'who pays the fee is not registered');
      const intents = await world.intentsOf(user.held.registrationId);
      return evidence.that(
        intents.length === 1 && intents[0]?.amount === terms.fee,
        `the processor has ${intents.map(({ amount, status }) => `${amount} ${status}`).join(', ')}`,
      );
    },
  },
  {
    id: '21f',
    finding,
    knows: 'nothing: a runner with a credit, and everything that was answered to them',
    tries:
      'sends all of it again: the deferral, the quote after its registration was given back, and the quote for another spot',
    expects: 'the same credit, and never two registrations on it',
    attack: async (world) => {
      const { one, code } = await deferred(world);
      const repeats = await Promise.all([defer(one), defer(one), defer(one)]);
      const evidence = new Evidence()
        .saw('deferral again', ...repeats)
        .that(
          new Set(repeats.map(codeIn)).size === 1 && codeIn(repeats[0] as Answer) === code,
          'there is a second code',
        );
      const first = await again(world, one);
      const quoted = await first.quote({ codes: [code] });
      evidence.saw('paid', await first.pay(quoted));
      await charged(first);
      const back = await first.client.ask('POST', pathOf(first, '/cancellation'), {
        bearer: first.held.hold,
        json: { refund: 0 },
      });
      evidence.saw('given back', back).that(back.status === 200, `giving it back: ${back.text.slice(0, 200)}`);
      const second = await again(world, one, intoToo);
      evidence
        .saw('the quote of what was given back', await first.pay(quoted))
        .refused(
          'the quote of another hold',
          await second.pay(quoted),
          'quote-invalid',
          'entry-changed',
          'hold-invalid',
        )
        .that((await usesOf(world, one)) === 0, 'what was given back is used again');
      const requoted = await second.quote({ codes: [code], previous: textOf(quoted, 'quote') });
      evidence
        .saw('quoted anew', requoted)
        .that(requoted.body.total === terms.fee, `the total is ${String(requoted.body.total)}`);
      const paid = await second.pay(requoted);
      evidence.saw('paid anew', paid).that(paid.status === 202, `paying anew: ${paid.text.slice(0, 200)}`);
      if (paid.status !== 202) return evidence;
      await charged(second);
      const looked = await first.client.ask('GET', pathOf(first), { bearer: first.held.hold });
      return evidence
        .that(textOf(looked, 'status') === 'cancelled', `what was given back is ${textOf(looked, 'status')}`)
        .that((await usesOf(world, one)) === 1, `the credit pays for ${await usesOf(world, one)} registrations`)
        .refused('deferred again', await defer(second), 'deferred-before', 'change-too-late');
    },
  },
];
