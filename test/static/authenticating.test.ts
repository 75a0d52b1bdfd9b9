import { keepDraft } from '../../static/src/flow/keep-draft';
import { reduce } from '../../static/src/flow/reduce';
import { type Flow, resume, type Stage } from '../../static/src/flow/stage';
import { accepted, asked, browser, filled, nothing } from './flow/controller-support';
import { attempt, draftWith, failed, following, holdOf, id, paying, problem, start } from './flow/flow-support';

const until = Date.parse('2027-03-01T10:12:00.000Z');
const bankAsked = { kind: 'bank-asked', clientSecret: 'pi_1_secret_2', payment: 'pi_1', until } as const;
const asking = reduce(paying, bankAsked);
const tooLate = (flow: Flow) => reduce(flow, failed('pay', problem('hold-expired'))).stage;

describe('while the bank asks', () => {
  test('the payment is kept for a reload, and the client secret is not', () => {
    expect(asking).toMatchObject({ stage: { kind: 'authenticating', window: 'open' } });
    expect(asking.draft?.attempt).toEqual({ ...attempt, resume: 'pi_1' });
    expect(JSON.stringify(asking.draft)).not.toContain('secret_');
  });

  test('a reload repeats the request, which finds out how it stands', () => {
    expect(resume(asking.draft, start)).toMatchObject({
      stage: { kind: 'paying' },
      draft: { attempt: { resume: 'pi_1' } },
    });
  });

  test.each(['yes', 'no'] as const)('whatever the window says (%s), the server is asked', (answered) => {
    const after = reduce(asking, { kind: 'bank-answered', answered });
    expect(after).toMatchObject({
      stage: { kind: 'paying', isBack: true },
      draft: { attempt: { resume: 'pi_1', answered } },
    });
  });

  test('a window that was closed without an answer is not opened again by itself', () => {
    const again = following(asking, { kind: 'bank-answered', answered: 'no' }, bankAsked);
    expect(again.stage).toMatchObject({ kind: 'authenticating', window: 'closed' });
    const opened = reduce(again, { kind: 'bank-window', window: 'open', take: false });
    expect(opened.stage).toMatchObject({ window: 'open', clientSecret: 'pi_1_secret_2' });
  });

  test('another card leaves the payment behind, and is told when the bank still waits for the first', () => {
    const other = reduce(asking, { kind: 'other-card-wanted' });
    expect(other.stage).toEqual({ kind: 'filling' });
    expect(other.draft?.attempt).toBeUndefined();
    const again: Flow = { draft: { ...draftWith(other.draft), attempt }, stage: { kind: 'paying', tries: 0 } };
    expect(reduce(again, bankAsked).stage).toMatchObject({ isAboutFirstCard: true });
    const declined = reduce(again, failed('pay', problem('card-declined')));
    expect(declined.draft?.leftBank).toBeUndefined();
  });

  test.each([
    ['yes', 'bank-too-late'],
    ['no', 'bank-silent'],
  ] as const)('when the time is over after the answer %s, the runner is told so', (answered, why) => {
    expect(tooLate(reduce(asking, { kind: 'bank-answered', answered }))).toEqual({ kind: 'expired', why });
    expect(tooLate(paying)).toEqual({ kind: 'expired', why: 'too-late' });
  });

  test('a payment that was given up begins again', () => {
    const canceled = reduce(paying, failed('pay', problem('card-declined', { reason: 'canceled' })));
    expect(canceled).toMatchObject({ stage: { kind: 'expired', why: 'canceled' } });
    expect(canceled.draft?.attempt).toBeUndefined();
  });

  test('a tab that follows keeps its own stand while only the payment becomes known', () => {
    const other = { ...asking.draft, attempt } as NonNullable<Flow['draft']>;
    expect(reduce({ ...asking, draft: other }, { kind: 'adopted', draft: asking.draft, now: start }).stage).toBe(
      asking.stage,
    );
  });
});

const open = (answers: Partial<Parameters<typeof browser>[0]>, shelf = filled()) => {
  const tab = browser({ ...nothing(), tokenise: [{ kind: 'ok', token: 'ctoken_1' }], ...answers }, shelf);
  return { tab, controller: tab.open() };
};
const sent = ({ calls }: Pick<ReturnType<typeof browser>, 'calls'>) =>
  calls.filter(({ name }) => name === 'submit').map(({ args }) => args[1]);

describe('the controller', () => {
  test('shows the question, and sends the same request again with the payment', async () => {
    const { tab, controller } = open({ submit: [asked, accepted], ask: ['yes'] });
    await controller.pay(tab.tokenise);
    await tab.settle();
    expect(tab.names()).toEqual(['tokenise', 'submit', 'ask', 'submit']);
    expect(tab.calls[2]?.args[0]).toMatchObject({ registrationId: id, clientSecret: 'pi_1_secret_2', take: false });
    const [first, second] = sent(tab);
    expect(second).toEqual({ ...(first as object), resume: 'pi_1' });
    expect(controller.flow.peek().stage.kind).toBe('waiting');
  });

  test('writes no client secret into the storage', async () => {
    const { tab, controller } = open({ submit: [asked] });
    await controller.pay(tab.tokenise);
    await tab.settle();
    expect(controller.flow.peek().stage.kind).toBe('authenticating');
    const kept = [...tab.shelf.values()].join();
    expect(kept).toContain('pi_1');
    expect(kept).not.toContain('secret_');
  });

  test('asks the server once the time is over, although the window is still open', async () => {
    const { tab, controller } = open({ submit: [asked, problem('hold-expired')] });
    await controller.pay(tab.tokenise);
    await tab.settle();
    const { signal } = (tab.calls[2]?.args[0] ?? {}) as { signal?: AbortSignal };
    for (let minute = 0; minute < 12; minute++) await tab.pass(60_000);
    expect(controller.flow.peek().stage.kind).toBe('authenticating');
    await tab.pass(1_000);
    expect(controller.flow.peek().stage).toEqual({ kind: 'expired', why: 'bank-silent' });
    expect(signal?.aborted).toBe(true);
  });

  test('waits while another tab asks, and goes on when that tab is done or gone', async () => {
    let free: (value: unknown) => void = () => {};
    const { tab, controller } = open({
      submit: [asked, asked],
      ask: ['elsewhere'],
      free: [
        new Promise((resolve) => {
          free = resolve;
        }),
      ],
    });
    await controller.pay(tab.tokenise);
    await tab.settle();
    expect(controller.flow.peek().stage).toMatchObject({ kind: 'authenticating', window: 'elsewhere' });
    free(undefined);
    await tab.settle();
    // That tab left the question open.
    expect(tab.names()).toEqual(['tokenise', 'submit', 'ask', 'free', 'submit', 'ask']);
    expect(controller.flow.peek().stage).toMatchObject({ window: 'open' });
  });

  test('takes the question over when the runner says so', async () => {
    const { tab, controller } = open({ submit: [asked], ask: ['elsewhere'] });
    await controller.pay(tab.tokenise);
    await tab.settle();
    controller.dispatch({ kind: 'bank-window', window: 'open', take: true });
    await tab.settle();
    expect(tab.calls.at(-1)).toMatchObject({ name: 'ask', args: [{ take: true }] });
  });

  test('goes on with the payment after a reload', async () => {
    const { tab, controller } = open({ submit: [asked, asked, accepted], ask: [new Promise(() => {}), 'yes'] });
    await controller.pay(tab.tokenise);
    await tab.settle();
    controller.close();
    const again = tab.open();
    await tab.settle();
    expect(sent(tab).map((body) => (body as { resume?: string }).resume)).toEqual([undefined, 'pi_1', 'pi_1']);
    expect(again.flow.peek().stage.kind).toBe('waiting');
  });

  test('needs no card where there is nothing to pay', async () => {
    const { tab, controller } = open({ submit: [accepted] });
    await controller.pay();
    await tab.settle();
    expect(tab.names()).toEqual(['submit']);
    expect(Object.keys(sent(tab)[0] as object).sort()).toEqual(['hold', 'runner', 'waiver']);
  });

  test('stays with the form when the fields are not complete', async () => {
    const { tab, controller } = open({ tokenise: [{ kind: 'incomplete' }] });
    await controller.pay(tab.tokenise);
    expect(controller.flow.peek().stage).toEqual({ kind: 'filling' } satisfies Stage);
    expect(tab.names()).toEqual(['tokenise']);
  });
});

test('an attempt of an older page, with a payment method, is sent as it was', async () => {
  const { confirmationToken: _, ...rest } = attempt;
  const draft = draftWith({ hold: holdOf(id), accepted: 'w1', attempt: { ...rest, paymentMethod: 'pm_1' } });
  const shelf = new Map([['startline:draft:harbour', JSON.stringify(draft)]]);
  const area = { getItem: (key: string) => shelf.get(key) ?? null, setItem: () => {}, removeItem: () => {} };
  expect(keepDraft(() => area, 'harbour').read()).toEqual(draft);
  const { tab } = open({ submit: [accepted] }, shelf);
  await tab.settle();
  expect(sent(tab)[0]).toMatchObject({ paymentMethod: 'pm_1' });
  expect(sent(tab)[0]).not.toHaveProperty('confirmationToken');
});
