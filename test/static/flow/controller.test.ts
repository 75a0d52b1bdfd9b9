import { keepDraft } from '../../../static/src/flow/keep-draft';
import { accepted, browser, filled, nothing, paidFor } from './controller-support';
import { confirmed, draftWith, half, holdOf, id, marathon, otherId, problem, processing } from './flow-support';

test('goes from the request for a spot to the number', async () => {
  const tab = browser(
    {
      hold: [{ kind: 'ok', value: holdOf(id) }],
      tokenise: [{ kind: 'ok', token: 'ctoken_1' }],
      submit: [accepted],
      status: [
        { kind: 'ok', value: processing },
        { kind: 'ok', value: confirmed() },
      ],
    },
    new Map([['startline:draft:harbour', JSON.stringify(draftWith())]]),
  );
  const controller = tab.open();
  controller.ask(marathon);
  await tab.settle();
  controller.dispatch({ kind: 'waiver-answered', hash: 'w1', accepted: true });
  await controller.pay(tab.tokenise);
  await tab.settle();
  expect(controller.flow.peek().stage.kind).toBe('waiting');
  await tab.pass(2100);
  await tab.pass(2300);
  expect(tab.names()).toEqual(['hold', 'tokenise', 'submit', 'status']);
  await tab.pass(3000);
  expect(controller.flow.peek().stage).toMatchObject({ kind: 'settled' });
  expect(tab.calls.at(-1)).toMatchObject({ name: 'status', args: [id, holdOf(id).hold, { waited: 7.4 }] });
});

test('an id that another browser has is left for a fresh one; what was typed stays', async () => {
  const tab = browser(
    { ...nothing(), hold: [problem('registration-id-taken'), { kind: 'ok', value: holdOf(otherId) }] },
    new Map([['startline:draft:harbour', JSON.stringify(draftWith())]]),
  );
  const controller = tab.open();
  controller.ask(marathon);
  await tab.settle();
  expect(tab.calls.map(({ args }) => args[1])).toMatchObject([{ registrationId: id }, { registrationId: otherId }]);
  expect(controller.flow.peek()).toMatchObject({
    stage: { kind: 'filling' },
    draft: { registrationId: otherId, typed: draftWith().typed },
  });
});

test('two clicks on pay ask the processor and the office once', async () => {
  const tab = browser({ ...nothing(), tokenise: [{ kind: 'ok', token: 'ctoken_1' }], submit: [accepted] }, filled());
  const controller = tab.open();
  await Promise.all([controller.pay(tab.tokenise), controller.pay(tab.tokenise)]);
  await tab.settle();
  expect(tab.names()).toEqual(['tokenise', 'submit']);
});

test('a request without an answer is repeated word for word, also after a reload', async () => {
  const tab = browser(
    {
      ...nothing(),
      tokenise: [{ kind: 'ok', token: 'ctoken_1' }],
      submit: [{ kind: 'timeout' }, problem('payment-unknown'), accepted],
    },
    filled(),
  );
  const first = tab.open();
  await first.pay(tab.tokenise);
  await tab.settle();
  await tab.pass(1000);
  first.close();
  tab.open();
  await tab.settle();
  const sent = tab.calls.filter(({ name }) => name === 'submit').map(({ args }) => args);
  expect(sent).toHaveLength(3);
  expect(sent[0]).toEqual([id, expect.objectContaining(paidFor('ctoken_1'))]);
  expect(new Set(sent.map((args) => JSON.stringify(args))).size).toBe(1);
  expect(tab.names().filter((name) => name === 'tokenise')).toHaveLength(1);
});

test('the attempt is kept before it is sent', async () => {
  const tab = browser(
    { ...nothing(), tokenise: [{ kind: 'ok', token: 'ctoken_1' }], submit: [new Promise(() => {})] },
    filled(),
  );
  await tab.open().pay(tab.tokenise);
  expect(JSON.parse(tab.shelf.get('startline:draft:harbour') ?? '{}').attempt.confirmationToken).toBe('ctoken_1');
});

test('a tab that was overtaken takes over the other one’s attempt instead of making its own', async () => {
  const tab = browser({ ...nothing(), submit: [accepted] }, filled());
  const controller = tab.open();
  const attempt = { confirmationToken: 'ctoken_other', waiverHash: 'w1', runner: {} };
  const runner = {
    firstName: 'Ada',
    lastName: 'Runner',
    email: 'ada@example.com',
    birthDate: '1990-05-17',
    gender: 'female',
    emergencyContact: 'Grace',
  };
  tab.shelf.set(
    'startline:draft:harbour',
    JSON.stringify(draftWith({ hold: holdOf(id), accepted: 'w1', attempt: { ...attempt, runner: runner as never } })),
  );
  await controller.pay(tab.tokenise);
  await tab.settle();
  expect(tab.names()).toEqual(['submit']);
  expect(tab.calls[0]?.args[1]).toMatchObject(paidFor('ctoken_other'));
});

test('asks again for a spot after the wait the office asked for, and not earlier', async () => {
  const tab = browser({
    ...nothing(),
    hold: [problem('all-held', { retryAfter: 10 }), { kind: 'ok', value: holdOf(id) }],
  });
  const controller = tab.open();
  controller.ask(marathon);
  await tab.settle();
  await tab.pass(9_999);
  expect(tab.names()).toEqual(['hold']);
  await tab.pass(20_000);
  expect(tab.calls.map(({ args }) => args[1])).toEqual([1, 2].map(() => ({ registrationId: id, eventId: marathon })));
  expect(controller.flow.peek().stage.kind).toBe('filling');
});

test('drops an answer that comes after the runner has moved on', async () => {
  let answer: (value: unknown) => void = () => {};
  const tab = browser({
    ...nothing(),
    hold: [
      new Promise((resolve) => {
        answer = resolve;
      }),
    ],
  });
  const controller = tab.open();
  controller.ask(marathon);
  await tab.settle();
  controller.close();
  answer({ kind: 'ok', value: holdOf(id) });
  await tab.settle();
  expect(controller.flow.peek().stage.kind).toBe('holding');
});

test('a hold runs out by itself, with everything typed kept', async () => {
  const tab = browser(nothing(), filled());
  const controller = tab.open();
  for (let minute = 0; minute < 11; minute++) await tab.pass(60_000);
  expect(controller.flow.peek()).toMatchObject({ stage: { kind: 'expired' }, draft: { typed: { firstName: 'Ada' } } });
  controller.startOver(half, true);
  expect(controller.flow.peek().draft).toMatchObject({
    registrationId: id,
    eventId: half,
    typed: { firstName: 'Ada' },
  });
});

test('what is offered to a place on the waiting list is held with its ticket', async () => {
  const tab = browser(nothing());
  const controller = tab.open();
  const { firstName, lastName, email } = draftWith().typed;
  const runner = { firstName, lastName, email, birthDate: '1990-05-17' };
  controller.takeOffer({ placeId: 'place', ticket: 'ticket', eventId: marathon, runner, size: 1 });
  await tab.settle();
  expect(tab.calls).toEqual([
    { name: 'hold', args: ['harbour', { registrationId: id, eventId: marathon, ticket: 'ticket' }] },
  ]);
});

test('works without storage', async () => {
  const kept = keepDraft(() => {
    throw new Error('refused');
  }, 'harbour');
  kept.write(draftWith());
  expect(kept.read()).toEqual(draftWith());
});

test('on a full disk, where reading finds nothing, the tab still knows what it wrote', async () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('the quota is exceeded');
    },
    removeItem: () => {},
  };
  const kept = keepDraft(() => full, 'harbour');
  kept.write(draftWith());
  expect(kept.read()).toEqual(draftWith());
  kept.write(undefined);
  expect(kept.read()).toBeUndefined();
});

const challenge = { token: 'signed', work: 524_288 };
const wished = () => new Map([['startline:draft:harbour', JSON.stringify(draftWith())]]);

test('after a challenge it searches the nonce, and asks again with the proof', async () => {
  const tab = browser(
    { ...nothing(), hold: [problem('prove-work', { challenge }), { kind: 'ok', value: holdOf(id) }], prove: ['nonce'] },
    wished(),
  );
  const controller = tab.open();
  controller.ask(marathon);
  await tab.settle();
  expect(tab.names()).toEqual(['hold', 'prove', 'hold']);
  expect(tab.calls[1]?.args[0]).toEqual(challenge);
  expect(tab.calls[2]?.args[1]).toMatchObject({ registrationId: id, proof: { challenge: 'signed', nonce: 'nonce' } });
  expect(controller.flow.peek().stage.kind).toBe('filling');
});

test('while it works the runner may stop; then nothing is asked for any more, until they say so', async () => {
  const tab = browser(
    { ...nothing(), hold: [problem('prove-work', { challenge }), { kind: 'ok', value: holdOf(id) }] },
    wished(),
  );
  const controller = tab.open();
  controller.ask(marathon);
  await tab.settle();
  expect(controller.flow.peek().stage).toMatchObject({ kind: 'holding', after: 'crowded', challenge });
  const [, signal] = tab.calls[1]?.args ?? [];
  controller.dispatch({ kind: 'stopped' });
  expect(controller.flow.peek().stage).toMatchObject({ kind: 'standing-by', pause: 'crowded', stopped: true });
  expect(signal).toMatchObject({ aborted: true });
  await tab.pass(600_000);
  expect(tab.names()).toEqual(['hold', 'prove']);
  controller.dispatch({ kind: 'time-came' });
  await tab.settle();
  expect(controller.flow.peek().stage.kind).toBe('filling');
});

test('a challenge without a nonce is asked for again after a while, like any failed call', async () => {
  const tab = browser(
    { ...nothing(), hold: [problem('prove-work', { challenge })], prove: [Promise.resolve(undefined)] },
    wished(),
  );
  const controller = tab.open();
  controller.ask(marathon);
  await tab.settle();
  expect(controller.flow.peek().stage).toMatchObject({ kind: 'standing-by', operation: 'hold', stopped: false });
  await tab.pass(60_000);
  expect(tab.names()).toEqual(['hold', 'prove', 'hold']);
});

const paying = (more: object[]) =>
  browser(
    {
      ...nothing(),
      tokenise: [1, 2].map((n) => ({ kind: 'ok', token: `ctoken_${n}` })),
      submit: [problem('card-declined', { triesLeft: 0 }), accepted],
      moreTries: more,
    },
    filled(),
  );

test('the last decline that a hold allows is followed by a hold that allows another', async () => {
  const tab = paying([{ kind: 'ok', value: { registrationId: id, hold: 'one more', cardTries: 3 } }]);
  const controller = tab.open();
  await controller.pay(tab.tokenise);
  await tab.settle();
  expect(controller.flow.peek()).toMatchObject({
    stage: { kind: 'filling', notice: { kind: 'declined', detail: 'about card-declined' } },
    draft: { hold: { ...holdOf(id), hold: 'one more' } },
  });
  await controller.pay(tab.tokenise);
  await tab.settle();
  expect(tab.names()).toEqual(['tokenise', 'submit', 'moreTries', 'tokenise', 'submit']);
  expect(tab.calls.at(-1)?.args[1]).toMatchObject({ hold: 'one more', confirmationToken: 'ctoken_2' });
});

test('where no other card may be tried, the runner is told why', async () => {
  const tab = paying([problem('no-more-tries')]);
  const controller = tab.open();
  await controller.pay(tab.tokenise);
  await tab.settle();
  expect(controller.flow.peek()).toMatchObject({
    stage: { kind: 'filling', notice: { kind: 'declined', detail: 'about no-more-tries' } },
    draft: { hold: holdOf(id) },
  });
});
