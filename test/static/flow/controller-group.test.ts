import { accepted, browser, nothing } from './controller-support';
import { draftWith, holdOf, id, marathon, otherId } from './flow-support';

test('several are held, paid and registered by one message each, with ids that were made once', async () => {
  const companions = [otherId];
  const bea = { ...draftWith().typed, firstName: 'Bea' };
  const held = { ...holdOf(id), companions };
  const draft = { ...draftWith(), accepted: 'w1', companions: [{ registrationId: otherId, typed: bea }] };
  const tab = browser(
    {
      ...nothing(),
      hold: [{ kind: 'timeout' }, { kind: 'ok', value: held }],
      tokenise: [{ kind: 'ok', token: 'ctoken_1' }],
      submit: [{ kind: 'timeout' }, accepted],
    },
    new Map([['startline:draft:harbour', JSON.stringify(draft)]]),
  );
  const controller = tab.open();
  controller.ask(marathon, 2);
  await tab.settle();
  await tab.pass(2000);
  controller.dispatch({ kind: 'waiver-answered', hash: 'w1', accepted: true });
  await Promise.all([controller.pay(tab.tokenise), controller.pay(tab.tokenise)]);
  await tab.settle();
  await tab.pass(2000);
  expect(tab.names()).toEqual(['hold', 'hold', 'tokenise', 'submit', 'submit']);
  const sent = (name: string) => tab.calls.filter((call) => call.name === name).map(({ args }) => args);
  const wish = ['harbour', { registrationId: id, eventId: marathon, companions }];
  expect(sent('hold')).toEqual([wish, wish]);
  const submission = [
    id,
    expect.objectContaining({ runner: expect.anything(), companions: [expect.objectContaining({ firstName: 'Bea' })] }),
  ];
  expect(sent('submit')).toEqual([submission, submission]);
});

test('nobody pays while the form about one of several is not done', async () => {
  const companions = [{ registrationId: otherId, typed: { ...draftWith().typed, firstName: '' } }];
  const draft = { ...draftWith({ hold: { ...holdOf(id), companions: [otherId] }, accepted: 'w1' }), companions };
  const tab = browser(nothing(), new Map([['startline:draft:harbour', JSON.stringify(draft)]]));
  const controller = tab.open();
  await controller.pay(tab.tokenise);
  expect(tab.names()).toEqual([]);
  expect(controller.flow.peek().stage).toMatchObject({ kind: 'filling', notice: { kind: 'invalid' } });
});
