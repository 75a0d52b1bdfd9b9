import type { Form } from '../../lambdas/api/form/definition/form';
import { answered, cleared, donated, taken, textsOf, typedAt, type Who } from '../../static/src/entry/edit-draft';
import { placeFaults } from '../../static/src/entry/faults';
import { formPlan } from '../../static/src/entry/form-plan';
import { isQuoted, withForm, withQuote } from '../../static/src/entry/quoted';
import { answerFaults, isRight, readEntry } from '../../static/src/entry/read-entry';
import { type Draft, newDraft, serverDraftOf } from '../../static/src/flow/draft';
import { effectOf } from '../../static/src/flow/effects';
import type { Filled, FlowEvent } from '../../static/src/flow/events';
import { submissionOf } from '../../static/src/flow/payment';
import { reduce } from '../../static/src/flow/reduce';
import { type Flow, resume } from '../../static/src/flow/stage';
import { fullForm } from '../browser/support/fakes/fake-form';
import {
  ada,
  confirmed,
  failed,
  following,
  holdOf,
  id,
  marathon,
  otherId,
  problem,
  processing,
  start,
} from './flow/flow-support';

const day = '2027-03-01';
const bea = { ...ada, firstName: 'Bea', email: 'bea@example.com' };
const alone: Filled = { draft: { ...newDraft([id], marathon, [ada]), hold: holdOf(id) } };
const pair: Filled = { draft: newDraft([id, otherId], marathon, [ada, bea]) };

const withAnswers = (filled: Filled, who: Who, texts: Readonly<Record<string, string>>): Filled =>
  Object.entries(texts).reduce((before, [question, text]) => {
    const found = fullForm.questions.find((one) => one.id === question);
    return found ? answered(who, found, text)(before) : before;
  }, filled);

const required = { gender: 'female', contact: 'Grace, 040 123', bus: 'no' };
const shirt = (who: number) => taken(who, { 'shirt-m': 1 });
const whole = (filled: Filled) => shirt(0)(withAnswers(withAnswers(filled, 0, required), 'order', { heard: 'friend' }));

describe('what was typed for a race with a form', () => {
  test('is an entry when everything that is asked is answered, tidied before it is signed', () => {
    const { entry } = readEntry(fullForm, withAnswers(whole(alone), 0, { contact: ' Grace  Runner ' }), day);
    const { firstName, lastName, email } = ada;
    expect(entry).toEqual({
      people: [
        {
          registrationId: id,
          ...{ firstName, lastName, email },
          birthDate: '1990-05-17',
          answers: { ...required, contact: 'Grace Runner' },
          items: [{ variant: 'shirt-m', quantity: 1 }],
        },
      ],
      order: { answers: { heard: ['friend'] } },
    });
  });

  test.each([
    [0, { bus: 'yes' }, 'stop', 'Please answer: Where do you get on?'],
    [0, { gender: '' }, 'gender', 'Choose an answer: Results list'],
    [0, { gender: 'robot' }, 'gender', 'Results list: choose one of the answers'],
    [0, { bus: 'yes', stop: 'a'.repeat(21) }, 'stop', 'Where do you get on?: at most 20 characters'],
    [0, { best: 'fast' }, 'best', 'Best time over this distance: hours, minutes and seconds, such as 3:45:00'],
    [0, { best: '10:00:01' }, 'best', 'Best time over this distance: at most 10:00:00'],
    [0, { runs: '1.5' }, 'runs', 'How many marathons have you run?: must be a whole number, in figures'],
    [0, { runs: '501' }, 'runs', 'How many marathons have you run?: at most 500'],
    [0, { since: '1990-2-31' }, 'since', 'Member of the club since: must be a real date, such as 17 5 1990'],
    [0, { since: '1990--' }, 'since', 'Member of the club since: must be a real date, such as 17 5 1990'],
    [0, { since: '1949-12-31' }, 'since', 'Member of the club since: not before Sunday, 1 January 1950'],
    [0, { phone: '040 123' }, 'phone', 'Mobile phone: must begin with + and the country code, such as +49 40 1234567'],
    [0, { helps: 'water parking finish' }, 'helps', 'Can you help at another race?: choose at most 2'],
    ['order', { heard: '' }, 'heard', 'Choose an answer: How did you hear of us?'],
  ] as const)('is judged with a sentence: %s %j', (who, texts, question, sentence) => {
    const read = readEntry(fullForm, withAnswers(whole(alone), who, texts), day);
    expect(read.entry).toBeUndefined();
    expect((who === 'order' ? read.order : read.people[who])?.answers).toEqual({ [question]: sentence });
  });

  test('asks below an answer what waits for it, and keeps what was typed there when it is hidden again', () => {
    const ids = (filled: Filled) => readEntry(fullForm, filled, day).people[0]?.questions.map((one) => one.id);
    const shown = withAnswers(whole(alone), 0, { bus: 'yes', stop: 'Mill' });
    expect(ids(shown)?.slice(0, 4)).toEqual(['gender', 'contact', 'bus', 'stop']);
    const hidden = withAnswers(shown, 0, { bus: 'no' });
    expect(ids(hidden)).not.toContain('stop');
    expect(readEntry(fullForm, hidden, day).entry?.people[0]?.answers).not.toHaveProperty('stop');
    expect(textsOf(hidden, 0).stop).toBe('Mill');
  });

  test('names the same person twice, and finds faults of the identity', () => {
    const twins = { draft: newDraft([id, otherId], marathon, [ada, ada]) };
    expect(readEntry(fullForm, twins, day).people[1]?.identity).toEqual({
      firstName: 'This is the same person as runner 1, and everybody runs once',
    });
    const nobody = { draft: newDraft([id], marathon) };
    expect(Object.keys(readEntry(fullForm, nobody, day).people[0]?.identity ?? {})).toHaveLength(4);
  });

  test('is asked of each in the group, and what the server finds is said to the right one', () => {
    const read = readEntry(fullForm, whole(pair), day);
    expect(read.people.map(isRight)).toEqual([true, false]);
    const part = read.people[1];
    const findings = [{ field: 'people.1.answers.helps.0', code: 'not-an-option' }];
    expect(part && answerFaults(fullForm, part, 1, findings)).toEqual({
      helps: 'Can you help at another race?: choose one of the answers',
    });
    expect(part && answerFaults(fullForm, part, 0, findings)).toEqual({});
  });
});

describe('the steps of a race with a form', () => {
  const steps = (form: Form, filled: Filled) =>
    formPlan(form, filled, readEntry(form, filled, day)).stepsOf(filled.draft);

  test('have one for what is asked once, and none where nothing is', () => {
    const none = { language: 'en', questions: fullForm.questions.filter(({ of }) => of === 'person') };
    expect(steps(fullForm, pair)).toEqual(['runner', 'runner-2', 'extras', 'waiver', 'check', 'pay']);
    expect(steps(none, alone)).toEqual(['runner', 'waiver', 'check', 'pay']);
  });

  test('show nothing that needs an answer which is missing', () => {
    const plan = (filled: Filled) => formPlan(fullForm, filled, readEntry(fullForm, filled, day));
    const furthest = (filled: Filled) => plan(filled).stepOf(filled.draft, 'pay', day);
    expect(furthest(alone)).toBe('runner');
    expect(furthest(withAnswers(alone, 0, required))).toBe('extras');
    expect(furthest(whole(alone))).toBe('waiver');
    expect(furthest({ draft: { ...whole(alone).draft, accepted: 'w1' } })).toBe('check');
  });
});

describe('what the server finds wrong with an entry', () => {
  const filled = { draft: { ...whole(alone).draft, typed: { ...whole(alone).draft.typed } } };
  const { entry } = readEntry(fullForm, filled, day);
  const place = (...fields: string[]) =>
    entry &&
    placeFaults(
      { form: fullForm, eventId: marathon, entry, currency: 'EUR', own: [] },
      fields.map((field) => ({ field, code: 'not-an-option' })),
    );

  test('is shown at its field, with a sentence', () => {
    expect(
      place('people.0.answers.bus', 'people.0.email', 'people.0.items.0.variant', 'order.donation.amount')?.shown,
    ).toMatchObject([
      { field: 'people.0.answers.bus' },
      { field: 'people.0.email' },
      { field: 'people.0.items.shirt', says: 'Shirt: choose one of the answers' },
      { field: 'order.donation', says: 'The donation must be from €2.00 to €1,000.00' },
    ]);
  });

  test.each(['people', 'people.0.registrationId', 'people.0.answers.unknown', 'order', 'order.team', 'form'])(
    'is said where it has no field: %s',
    (field) => expect(place(field)).toEqual({ shown: [], rest: [expect.stringMatching(/\w{3}/)] }),
  );

  test('is about nothing any more once something else is typed there', () => {
    const typed = (of: Filled) =>
      ['people.0.email', 'people.0.answers.bus', 'people.0.items.shirt'].map((at) => typedAt(of, at));
    const changed = taken(0, { 'shirt-m': 0, 'shirt-l': 1 })(withAnswers(filled, 0, { bus: 'yes', stop: 'Mill' }));
    expect(typed(changed).map((text, n) => text === typed(filled)[n])).toEqual([true, false, false]);
  });
});

describe('a sensitive answer', () => {
  const secret = 'allergic to nuts';
  const told = withAnswers(whole(pair), 1, { 'private-health': secret });

  test('is in no draft, and in the entry', () => {
    expect(JSON.stringify([told.draft, serverDraftOf(told.draft)])).not.toContain(secret);
    const both = shirt(1)(withAnswers(told, 1, required));
    expect(readEntry(fullForm, both, day).entry?.people[1]?.answers).toEqual({
      ...required,
      'private-health': secret,
    });
  });

  test('outlives everything else that happens, but not its person', () => {
    const filling: Flow = { ...told, stage: { kind: 'filling' } };
    const kept = (draft: Draft) => reduce(filling, { kind: 'adopted', draft, now: 0 });
    expect(textsOf({ ...told, ...kept({ ...told.draft, leftBank: true }) }, 1)['private-health']).toBe(secret);
    expect(textsOf(cleared(1)(told), 1)['private-health']).toBeUndefined();
    const fresh = { kind: 'started-over', eventId: marathon, freshIds: [id, otherId] } as const;
    expect(reduce(filling, { ...fresh, keepTyped: true }).unkept).toEqual(told.unkept);
    expect(reduce(filling, { ...fresh, keepTyped: false }).unkept).toBeUndefined();
  });
});

test('what one person typed is forgotten without what the order says', () => {
  const forgotten = cleared(0)(whole(alone));
  expect(forgotten.draft.typed).toMatchObject({ firstName: '', order: { heard: 'friend' } });
  expect(textsOf(forgotten, 0)).toEqual({});
});

describe('extras', () => {
  test.each([
    [{ 'shirt-m': 0 }, { shirt: 'Choose an answer: Shirt' }],
    [{ 'shirt-m': 1, pasta: 3, 'pasta-child': 2 }, { 'pasta-party': 'Pasta party: choose at most 4' }],
    [{ 'shirt-m': 1, pasta: 4, 'hoodie-l': 1 }, {}],
    [{ 'shirt-m': 1, 'shirt-xs': 3 }, {}],
  ])('that somebody takes are judged item by item: %j', (counts, errors) => {
    const read = readEntry(fullForm, taken(0, counts)(whole(alone)), day);
    expect(read.items).toEqual([errors]);
    expect(read.entry === undefined).toBe(Object.keys(errors).length > 0);
  });

  test.each([
    ['20', 2000],
    ['12,5', 1250],
    ['2', 200],
    ['1.99', undefined],
    ['-5', undefined],
    ['1e12', undefined],
    ['', undefined],
    ['NaN', undefined],
  ])('can be a donation of %s, within what its cause takes', (amount, cents) => {
    const { entry, donation } = readEntry(fullForm, donated({ cause: 'trees', amount })(whole(alone)), day);
    expect(entry?.order.donation).toEqual(cents === undefined ? undefined : { cause: 'trees', amount: cents });
    expect(donation).toBe(cents === undefined ? 'The donation must be from €2.00 to €1,000.00' : undefined);
  });
});

describe('a quote', () => {
  const entryOf = (filled: Filled) => {
    const { entry } = readEntry(fullForm, filled, day);
    if (!entry) throw new Error('something is missing');
    return entry;
  };
  const quotedFor = (filled: Filled, form = 1) => {
    const entry = entryOf(filled);
    const given = {
      ...{ registrationId: id, quote: 'quote.1', form, entry, dropped: [], currency: 'EUR', lines: [], shares: [] },
      ...{ total: 100, registered: [], expiresAt: '', now: '' },
    };
    return withQuote(entry, given)(filled);
  };

  test('is good for exactly the entry and the hold that it was asked for', () => {
    const quoted = quotedFor(whole(alone));
    expect(isQuoted(quoted, entryOf(quoted))).toBe(true);
    const more = taken(0, { pasta: 1 })(quoted);
    expect(isQuoted(more, entryOf(more))).toBe(false);
    const back = taken(0, { pasta: 0 })(more);
    expect(isQuoted(back, entryOf(back))).toBe(true);
    const held = { ...quoted, draft: { ...quoted.draft, hold: holdOf(id, 'w2') } };
    expect(isQuoted(held, entryOf(held))).toBe(false);
  });

  test('with a sensitive answer is kept without it, and asked for again when the page has lost it', () => {
    const quoted = quotedFor(withAnswers(whole(alone), 0, { 'private-health': 'nuts' }));
    expect(JSON.stringify(quoted.draft)).not.toMatch(/nuts|private-/);
    expect(quoted.unkept?.quoted?.entry.people[0]).toMatchObject({ answers: { 'private-health': 'nuts' } });
    expect(isQuoted(quoted, entryOf(quoted))).toBe(true);
    const reloaded = { draft: quoted.draft };
    expect(isQuoted(reloaded, entryOf(reloaded))).toBe(false);
  });

  test('after a sensitive answer was erased is paid with the entry that has none', () => {
    const secret = quotedFor(withAnswers(whole(alone), 0, { 'private-health': 'nuts' }));
    const erased = withAnswers(secret, 0, { 'private-health': '' });
    const quoted = quotedFor(erased);
    expect(quoted.unkept?.quoted).toBeUndefined();
    expect(isQuoted(quoted, entryOf(quoted))).toBe(true);
    const paidWith = ({ draft }: Filled, unkept: Filled['unkept']) => {
      const entry = draft.quoted?.given.entry;
      return JSON.stringify(submissionOf({ ...draft, attempt: { waiverHash: 'w1', quote: 'quote.1', entry } }, unkept));
    };
    expect(paidWith(secret, secret.unkept)).toContain('nuts');
    expect(paidWith(quoted, quoted.unkept)).not.toContain('nuts');
    // Another tab asked for the quote, and this one still knows its own.
    expect(paidWith(quoted, secret.unkept)).not.toContain('nuts');
  });

  describe('with a sensitive answer, when the page is loaded again while it is paid with', () => {
    const { draft } = quotedFor(withAnswers(whole(alone), 0, { 'private-health': 'nuts' }));
    const attempt = { waiverHash: 'w1', quote: 'quote.1', entry: draft.quoted?.given.entry, resume: 'pi_1' };
    const paying: Draft = { ...draft, attempt };
    const ask = { kind: 'time-came' } as const;
    const told = (at: number) => ({ kind: 'told', status: processing, now: start + at, pollAt: start + at }) as const;

    test('asks whether the payment arrived, and sends no entry without the answer', () => {
      const loaded = resume(paying, start);
      expect(effectOf(loaded)).toEqual({ kind: 'wait', until: start });
      expect(loaded).toMatchObject({ stage: { checking: true }, draft: { attempt } });
      const found = { ...told(0), status: confirmed() };
      expect(following(loaded, ask, found).stage.kind).toBe('settled');
    });

    test.each<readonly [string, FlowEvent]>([
      ['has nothing', told(9000)],
      ['knows nothing of it', failed('poll', problem('not-found'))],
    ])('goes back to the form while the spot is held, when the server %s', (_, answer) => {
      const back = following(resume(paying, start), ask, answer);
      expect(back.stage).toEqual({ kind: 'filling' });
      expect(back.draft).toMatchObject({ leftBank: true, quoted: { isStale: true } });
      expect(back.draft?.attempt).toBeUndefined();
    });

    test('is over when the hold is', () => {
      const late = { ...told(0), now: Date.parse(holdOf(id).expiresAt) };
      expect(following(resume(paying, start), ask, late).stage).toEqual({ kind: 'expired', why: 'bank-silent' });
    });

    test('leaves the payment of another tab alone', () => {
      const filling: Flow = { draft, stage: { kind: 'filling' } };
      const adopting = following(filling, { kind: 'adopted', draft: paying, now: start }, ask, told(9000));
      expect(adopting).toMatchObject({ stage: { kind: 'waiting' }, draft: { attempt } });
    });

    test('asks first as well when a repeated request is not taken', () => {
      const again: Flow = { draft: { ...paying, unsure: true }, stage: { kind: 'paying', tries: 1 } };
      const asking = reduce(again, failed('pay', problem('entry-changed')));
      expect(asking).toMatchObject({ stage: { kind: 'waiting', checking: true }, draft: { attempt } });
    });
  });

  test('for a newer form makes the page fill that one in', () => {
    const base: Filled = { draft: { ...whole(alone).draft, hold: { ...holdOf(id), form: 1 } } };
    expect(quotedFor(base, 2).draft.form).toEqual({ revision: 2, from: 1 });
    expect(withForm(3)(quotedFor(base, 2)).draft.form).toEqual({ revision: 3, from: 2 });
  });

  test('travels with its entry, says that a card was tried, and is asked for again when it is not taken', () => {
    const { draft } = quotedFor(withAnswers(whole(alone), 0, { 'private-health': 'nuts' }));
    const quoted = { ...quotedFor(withAnswers(whole(alone), 0, { 'private-health': 'nuts' })) };
    const attempt = {
      waiverHash: 'w1',
      quote: 'quote.1',
      entry: draft.quoted?.given.entry,
      confirmationToken: 'ctoken_1',
    };
    const paying = reduce({ ...quoted, stage: { kind: 'tokenising' } }, { kind: 'card-taken', attempt });
    expect(paying.draft?.quoted?.tried).toBe(true);
    const body = paying.draft && submissionOf(paying.draft, paying.unkept);
    expect(body).toMatchObject({ quote: 'quote.1', entry: { people: [{ answers: { 'private-health': 'nuts' } }] } });
    expect(body).not.toHaveProperty('runner');
    const failure = { kind: 'problem', name: 'entry-changed', detail: '' } as const;
    const back = reduce(paying, { kind: 'failed', operation: 'pay', failure, now: 0, tryAt: 0 });
    expect(back).toMatchObject({ stage: { kind: 'filling' }, draft: { quoted: { isStale: true, tried: true } } });
    const otherwise = { ...failure, name: 'paid-otherwise' } as const;
    expect(
      reduce(paying, { kind: 'failed', operation: 'pay', failure: otherwise, now: 0, tryAt: 0 }).stage,
    ).toMatchObject({
      kind: 'waiting',
      checking: true,
    });
  });
});
