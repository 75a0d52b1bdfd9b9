import type { Attack } from '../attack';
import type { Answer } from '../world/client';
import { Evidence } from '../world/evidence';
import { newId, newPerson } from '../world/person';
import { events } from '../world/races';
import { until } from '../world/until';

const { free, large } = events;
const isLink = /registration|place/i;
const isOffer = /^A spot is offered to you/;
const isLostLink = /^Your registration/;
/** How many mails to registered strangers one caller may cause within minutes. */
const mostLinks = 20;

export const mailAttacks: readonly Attack[] = [
  {
    id: '4a',
    finding: '4',
    knows: 'addresses of strangers',
    tries: 'puts 20 of them on a list, and asks for the link to each',
    expects: 'no link leaves for an address that nobody confirmed; one question to confirm at most',
    attack: async (world) => {
      const { event, seller } = await world.soldOut();
      const strangers = Array.from({ length: 20 }, () => world.runner('Stranger'));
      const joins: Answer[] = [];
      for (let n = 0; n < strangers.length; n += 10)
        joins.push(...(await Promise.all(strangers.slice(n, n + 10).map((one) => one.askForPlace(event)))));
      const last = await world.runner().join(event);
      const mallory = world.program();
      const links = await Promise.all(
        strangers.map(({ person: { email } }) => mallory.ask('POST', '/api/registration-links', { json: { email } })),
      );
      await seller.client.ask('POST', '/api/registration-links', { json: { email: seller.person.email } });
      // Each address gets its own mail; mails asked for earlier have left by then.
      await until('the seller has the link that was asked for', async () => {
        const mails = await world.mails.to(seller.person.email);
        return mails.some(({ subject }) => subject.startsWith('Your ') && isLink.test(subject));
      });
      const mails = await Promise.all(strangers.map(({ person }) => world.mails.to(person.email)));
      const sent = mails
        .flat()
        .filter(({ subject, body }) => subject.startsWith('Your ') && /you asked for/i.test(body.text));
      const most = Math.max(...mails.map(({ length }) => length));
      return new Evidence()
        .saw('join', ...joins)
        .saw('ask for links', ...links)
        .note(`${mails.flat().length} mails to strangers, ${sent.length} of them links${last.ticket ? '' : ' '}`)
        .that(sent.length === 0, `${sent.length} links were mailed to strangers who never asked`)
        .that(most <= 1, `a stranger got ${most} mails`);
    },
  },
  {
    id: '4b',
    finding: '4',
    knows: 'the addresses of 24 who are registered',
    tries: 'asks for the link of each, from one address',
    expects: 'some are sent, then no more for this caller; the answer is the same for each',
    attack: async (world) => {
      const groups = await Promise.all(
        [0, 1, 2].map(async () => {
          const payer = world.runner('Payer');
          const others = Array.from({ length: 7 }, () => newPerson('Member'));
          await payer.register(large, others);
          return [payer.person, ...others];
        }),
      );
      const people = groups.flat();
      await until('everybody has their confirmation', async () => {
        const mails = await Promise.all(people.map(({ email }) => world.mails.to(email)));
        return mails.every(({ length }) => length > 0);
      });
      const mallory = world.program();
      const links = await Promise.all(
        people.map(({ email }) => mallory.ask('POST', '/api/registration-links', { json: { email } })),
      );
      const nobody = await mallory.ask('POST', '/api/registration-links', {
        json: { email: newPerson('Nobody').email },
      });
      // A mail that was asked for later, from elsewhere, has arrived: so the earlier ones have arrived too.
      const honest = world.runner();
      await honest.register(large);
      await honest.client.ask('POST', '/api/registration-links', { json: { email: honest.person.email } });
      await until('an honest runner has the link', async () => (await world.mails.to(honest.person.email)).length > 1);
      const mails = await Promise.all(people.map(({ email }) => world.mails.to(email)));
      const sent = mails.filter(({ length }) => length > 1).length;
      return new Evidence()
        .saw('ask for links', ...links, nobody)
        .note(`${sent} links were mailed`)
        .that(sent <= mostLinks, `one caller had ${sent} mails sent to strangers`)
        .that(
          new Set([...links, nobody].filter(({ status }) => status === 202).map(({ text }) => text)).size <= 1,
          'the answer tells whether an address is known',
        );
    },
  },
  {
    id: '4c',
    finding: '4',
    knows: 'the address of somebody who is registered',
    tries: 'asks for their link ten times from ten addresses, written in ten ways',
    expects: 'one mail',
    attack: async (world) => {
      const victim = world.runner('Victim');
      await victim.register(large);
      const { email } = victim.person;
      const at = email.indexOf('@');
      const written = [
        email,
        email.toUpperCase(),
        ` ${email} `,
        `${email.slice(0, at).toUpperCase()}${email.slice(at)}`,
        `${email.slice(0, at)}${email.slice(at).toUpperCase()}`,
      ];
      const links = await Promise.all(
        [...written, ...written].map((one) =>
          world.program().ask('POST', '/api/registration-links', { json: { email: one } }),
        ),
      );
      const honest = world.runner();
      await honest.register(large);
      await honest.client.ask('POST', '/api/registration-links', { json: { email: honest.person.email } });
      await until('an honest runner has the link', async () => (await world.mails.to(honest.person.email)).length > 1);
      const sent = (await world.mails.to(email)).length - 1;
      return new Evidence()
        .saw('ask for links', ...links)
        .note(`${sent} links were mailed`)
        .that(sent <= 1, `the victim got ${sent} mails`);
    },
  },
  {
    id: '23c',
    finding: 'ids and links',
    knows: 'the address of somebody who is registered',
    tries: 'offers them a spot three times, so that their mailbox is full for the day',
    expects: 'who asks for their lost link has it, once; no fourth offer leaves',
    attack: async (world) => {
      const victim = world.runner('Victim');
      await victim.register(large);
      const { email } = victim.person;
      const titles = async (title: RegExp) =>
        (await world.mails.to(email)).filter(({ subject }) => title.test(subject)).length;
      const offers: Answer[] = [];
      for (let n = 1; n <= 4; n++) {
        const seller = world.runner('Seller');
        const sold = await seller.register(large);
        offers.push(
          await seller.client.ask('PUT', `/api/registrations/${sold.registrationId}/transfer`, {
            bearer: sold.link,
            json: { transferId: newId(), recipient: { firstName: 'Victim', email } },
          }),
        );
        if (n < 4) await until(`offer ${n} is in the mailbox`, async () => (await titles(isOffer)) === n);
      }
      const asked = await victim.client.ask('POST', '/api/registration-links', { json: { email } });
      await until('the victim has the link', async () => (await titles(isLostLink)) === 1);
      return new Evidence()
        .saw('offer', ...offers)
        .saw('ask for the link', asked)
        .that((await titles(isOffer)) <= 3, 'a fourth offer left');
    },
  },
  {
    id: '23d',
    finding: 'ids and links',
    knows: 'the address of somebody who is registered',
    tries: 'registers that address six times for a free event, so that its newest links are theirs',
    expects: 'the mail with lost links has the link of what its owner paid for',
    attack: async (world) => {
      const victim = world.runner('Victim');
      const { registrationId } = await victim.register(large);
      const { email } = victim.person;
      for (let n = 0; n < 6; n++) await world.runner('Mallory', { ...newPerson('Mallory'), email }).register(free);
      await victim.client.ask('POST', '/api/registration-links', { json: { email } });
      const [mail = ''] = await world.mails.match(email, /[\s\S]*you asked for[\s\S]*/i);
      return new Evidence().that(
        mail.includes(`/registrations/${registrationId}#`),
        'the mail has no link of the owner',
      );
    },
  },
  {
    id: '5',
    finding: '5',
    knows: 'their own registration, and addresses of strangers',
    tries: 'offers the spot to 15 strangers, taking it back each time',
    expects: 'five offers a day, then a refusal',
    attack: async (world) => {
      const mallory = world.runner('Mallory');
      const mine = await mallory.register(large);
      const path = `/api/registrations/${mine.registrationId}/transfer`;
      const offers: Answer[] = [];
      const withdrawals: Answer[] = [];
      for (let n = 0; n < 15; n++) {
        const { firstName, email } = newPerson('Stranger');
        offers.push(
          await mallory.client.ask('PUT', path, {
            bearer: mine.link,
            json: { transferId: newId(), recipient: { firstName, email } },
          }),
        );
        withdrawals.push(await mallory.client.ask('DELETE', path, { bearer: mine.link }));
      }
      const offered = offers.filter(({ status }) => status === 202).length;
      return new Evidence()
        .saw('offer', ...offers)
        .saw('take back', ...withdrawals)
        .that(offered <= 5, `${offered} strangers were written to`);
    },
  },
  {
    id: '4d',
    finding: '4',
    knows: 'nothing',
    tries: 'writes headers, lists and other addresses into the e-mail address',
    expects: 'a refusal of each',
    attack: async (world) => {
      const wrong = [
        'a@example.com\r\nBcc: b@example.com',
        'a@example.com,b@example.com',
        'a@example.com;b@example.com',
        '<a@example.com> b@example.com',
        '"a b"@example.com',
        'a@example.com\u0000',
        'a@[127.0.0.1]',
        'a@localhost',
        'a@b@example.com',
        `${'a'.repeat(65)}@example.com`,
        `a@${'b'.repeat(250)}.com`,
        'a@exa mple.com',
        'a@example.com\u202e',
        "a'--@-example.com",
      ];
      const answers = await Promise.all(
        wrong.map((email) => world.program().ask('POST', '/api/registration-links', { json: { email } })),
      );
      const evidence = new Evidence().saw('ask for links', ...answers);
      for (const [n, answer] of answers.entries())
        evidence.that(answer.status === 422, `"${wrong[n]?.slice(0, 60)}" is answered ${answer.status}`);
      return evidence;
    },
  },
];
