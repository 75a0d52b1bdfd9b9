import * as v from 'valibot';
import { registrationId } from '../../lambdas/api/fields';
import { nothingTyped } from '../../static/src/flow/draft';
import { readDraft } from '../../static/src/flow/keep-draft';
import { uuid7 } from '../../static/src/flow/random-ids';
import { readRunner } from '../../static/src/flow/runner';
import { furthestStep, stepOf } from '../../static/src/flow/steps';
import { distance, money } from '../../static/src/page/money';
import { priceAt } from '../../static/src/race/prices';
import { ada, draftWith, holdOf, id } from './flow/flow-support';

const today = '2027-03-01';
const errorsOf = (typed: object) => {
  const read = readRunner({ ...ada, ...typed }, today);
  return read.kind === 'errors' ? read.errors : {};
};

describe('the runner', () => {
  test('is read with the server’s own schema', () => {
    expect(readRunner({ ...ada, firstName: '  Ada  Maria ' }, today)).toMatchObject({
      kind: 'runner',
      runner: { firstName: 'Ada Maria', birthDate: '1990-05-17' },
    });
  });

  test('is told about every empty answer, in the form’s order', () => {
    const read = readRunner(nothingTyped, today);
    expect(read.kind === 'errors' && Object.values(read.errors)).toHaveLength(6);
  });

  test.each([
    [{ birthDay: '31', birthMonth: '2' }, 'birthDate'],
    [{ birthDay: '29', birthMonth: '2', birthYear: '1999' }, 'birthDate'],
    [{ birthYear: '1890' }, 'birthDate'],
    [{ birthYear: '2027', birthMonth: '3', birthDay: '2' }, 'birthDate'],
    [{ birthYear: '90' }, 'birthDate'],
    [{ birthMonth: '' }, 'birthDate'],
    [{ birthDay: 'x' }, 'birthDate'],
    [{ email: 'ada@' }, 'email'],
    [{ firstName: '   ' }, 'firstName'],
    [{ lastName: 'x'.repeat(61) }, 'lastName'],
    [{ lastName: 'a\u202eb' }, 'lastName'],
    [{ gender: 'fast' }, 'gender'],
  ])('hears that %j cannot be', (typed, field) => {
    expect(Object.keys(errorsOf(typed))).toEqual([field]);
  });

  test('may be born on a leap day or yesterday', () => {
    expect(errorsOf({ birthDay: '29', birthMonth: '2', birthYear: '1996' })).toEqual({});
    expect(errorsOf({ birthDay: '28', birthMonth: '2', birthYear: '2027' })).toEqual({});
  });

  test('reads faults as sentences', () => {
    expect(errorsOf({ email: 'ada@' }).email).toBe('Enter an e-mail address such as ada@example.com');
    expect(errorsOf({ lastName: 'x'.repeat(61) }).lastName).toBe('Last name must be at most 60 characters');
  });
});

describe('the steps', () => {
  test('open one after the other', () => {
    expect(furthestStep(draftWith({ typed: nothingTyped }), today)).toBe('runner');
    expect(furthestStep(draftWith({ hold: holdOf(id) }), today)).toBe('waiver');
    expect(furthestStep(draftWith({ hold: holdOf(id), accepted: 'w0' }), today)).toBe('waiver');
    expect(furthestStep(draftWith({ hold: holdOf(id), accepted: 'w1' }), today)).toBe('pay');
  });

  test('an address cannot jump ahead, but may go back', () => {
    const [filled, accepted] = [draftWith({ hold: holdOf(id) }), draftWith({ hold: holdOf(id), accepted: 'w1' })];
    expect(stepOf(filled, 'pay', today)).toBe('waiver');
    expect(stepOf(accepted, 'runner', today)).toBe('runner');
    expect(stepOf(filled, 'elsewhere', today)).toBe('runner');
    expect(stepOf(accepted, undefined, today)).toBe('pay');
  });
});

test('an id is a UUID version 7 that the server takes, and later ones sort later', () => {
  const make = (now: number, byte: number) => uuid7(now, new Uint8Array(10).fill(byte));
  for (const byte of [0, 0x7f, 0xff]) expect(v.is(registrationId, make(Date.now(), byte))).toBe(true);
  expect(make(1000, 255) < make(1001, 0)).toBe(true);
});

test.each([null, '', 'null', '[]', '{"registrationId":1}', '{"__proto__":{}}', '{'])(
  'a kept draft that reads %j is no draft',
  (text) => {
    expect(readDraft(text)).toBeUndefined();
  },
);

test('money and distances as people write them', () => {
  expect([money(8950, 'EUR'), money(900, 'JPY'), distance(42195), distance(800)]).toEqual([
    '€89.50',
    '¥900',
    '42.195 km',
    '800 m',
  ]);
});

test('a price holds from its first instant, and the next is known', () => {
  const prices = [
    { label: 'Late', from: '2027-02-01T00:00:00.000Z', amount: 2 },
    { label: 'Early', from: '2027-01-01T00:00:00.000Z', amount: 1 },
  ];
  const labels = (now: string) => {
    const { current, next } = priceAt(prices, Date.parse(now));
    return [current?.label, next?.label];
  };
  expect(labels('2026-12-31T23:59:59.999Z')).toEqual([undefined, 'Early']);
  expect(labels('2027-01-01T00:00:00.000Z')).toEqual(['Early', 'Late']);
  expect(labels('2027-02-01T00:00:00.000Z')).toEqual(['Late', undefined]);
});
