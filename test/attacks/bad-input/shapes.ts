import { newId } from '../world/person';
import { asAttacks, type BadRequest, hold, holdJson, holdText, submit, submitAs } from './request';

const invalid = { status: 422, problem: 'invalid-request' } as const;

const holds: readonly BadRequest[] = [
  { what: 'a hold with an empty object', send: (s) => hold(s, {}), ...invalid },
  { what: 'a hold with a list', send: (s) => hold(s, []), ...invalid },
  { what: 'a hold with null', send: (s) => hold(s, null), ...invalid },
  { what: 'a hold with a number', send: (s) => hold(s, 7), ...invalid },
  { what: 'a hold with a string', send: (s) => hold(s, 'hold'), ...invalid },
  { what: 'a hold with nothing', send: (s) => holdText(s, ''), ...invalid },
  { what: 'a hold with spaces', send: (s) => holdText(s, '   \n'), ...invalid },
  { what: 'a field that is no field', send: (s) => hold(s, { ...holdJson(), price: 1 }), ...invalid },
  {
    what: 'a price of their own in the hold',
    send: (s) => hold(s, { ...holdJson(), quote: { total: 1 } }),
    ...invalid,
  },
  { what: 'a spot number of their own', send: (s) => hold(s, { ...holdJson(), spot: 1 }), ...invalid },
  {
    what: 'an id in upper case',
    send: (s) => hold(s, { ...holdJson(), registrationId: newId().toUpperCase() }),
    ...invalid,
  },
  {
    what: 'an id of version 4',
    send: (s) => hold(s, { ...holdJson(), registrationId: '4fae1bd0-0a4c-4e21-8f5e-000000000001' }),
    ...invalid,
  },
  {
    what: 'an id with a line end',
    send: (s) => hold(s, { ...holdJson(), registrationId: `${newId()}\n` }),
    ...invalid,
  },
  { what: 'an id in a list', send: (s) => hold(s, { ...holdJson(), registrationId: [newId()] }), ...invalid },
  {
    what: 'eight companions',
    send: (s) => hold(s, { ...holdJson(), companions: Array.from({ length: 8 }, newId) }),
    ...invalid,
  },
  { what: 'no companion in a list', send: (s) => hold(s, { ...holdJson(), companions: [] }), ...invalid },
  {
    what: 'oneself as a companion',
    send: (s) => {
      const json = holdJson();
      return hold(s, { ...json, companions: [json.registrationId] });
    },
    ...invalid,
  },
  {
    what: 'one companion twice',
    send: (s) => {
      const id = newId();
      return hold(s, { ...holdJson(), companions: [id, id] });
    },
    ...invalid,
  },
  {
    what: 'a companion that is an object',
    send: (s) => hold(s, { ...holdJson(), companions: [{ id: newId() }] }),
    ...invalid,
  },
  {
    what: 'companions as an object with a length',
    send: (s) => hold(s, { ...holdJson(), companions: { length: 1, 0: newId() } }),
    ...invalid,
  },
  {
    what: '__proto__',
    send: (s) => holdText(s, `{"__proto__":{"admin":true},"registrationId":"${newId()}"}`),
    ...invalid,
  },
  { what: 'constructor', send: (s) => hold(s, { ...holdJson(), constructor: { prototype: {} } }), ...invalid },
  {
    what: 'one field twice',
    send: (s) => holdText(s, `{"registrationId":"${newId()}","registrationId":"${newId()}"}`),
    ...invalid,
  },
  { what: 'half an object', send: (s) => holdText(s, '{"registrationId":'), ...invalid },
  { what: 'a trailing comma', send: (s) => holdText(s, '{"a":1,}'), ...invalid },
  { what: 'two objects', send: (s) => holdText(s, '{}{}'), ...invalid },
  { what: 'JavaScript', send: (s) => holdText(s, '{registrationId: 1}'), ...invalid },
  { what: 'NaN', send: (s) => holdText(s, '{"registrationId": NaN}'), ...invalid },
];

const others: readonly BadRequest[] = [
  {
    what: 'a waiver that is not accepted',
    send: (s) => submit(s, { waiver: { hash: s.held.waiver, accepted: false } }),
    ...invalid,
  },
  {
    what: 'a waiver accepted by a string',
    send: (s) => submit(s, { waiver: { hash: s.held.waiver, accepted: 'true' } }),
    ...invalid,
  },
  {
    what: 'another waiver',
    send: (s) => submit(s, { waiver: { hash: 'x', accepted: true } }),
    status: 409,
    problem: 'waiver-changed',
  },
  { what: 'an amount of their own', send: (s) => submit(s, { amount: 1 }), ...invalid },
  {
    what: 'a card number instead of a token',
    send: (s) => submit(s, { paymentMethod: '4242424242424242' }),
    ...invalid,
  },
  {
    what: 'form fields in the card token',
    send: (s) => submit(s, { paymentMethod: 'pm_card_visa&amount=1' }),
    ...invalid,
  },
  { what: 'a path in the card token', send: (s) => submit(s, { paymentMethod: 'pm_../refunds' }), ...invalid },
  {
    what: 'an unknown card token',
    send: (s) => submit(s, { paymentMethod: 'pm_unknown' }),
    status: 402,
    problem: 'card-declined',
  },
  { what: 'two cards', send: (s) => submit(s, { confirmationToken: 'ctoken_1' }), ...invalid },
  { what: 'no card', send: (s) => submit(s, { paymentMethod: undefined }), ...invalid },
  { what: 'a card that is null', send: (s) => submit(s, { paymentMethod: null }), ...invalid },
  {
    what: 'form fields in the confirmation token',
    send: (s) => submit(s, { paymentMethod: undefined, confirmationToken: 'ctoken_1&amount=1' }),
    ...invalid,
  },
  {
    what: 'an unknown confirmation token',
    send: (s) => submit(s, { paymentMethod: undefined, confirmationToken: 'ctoken_unknown' }),
    status: 402,
    problem: 'card-declined',
  },
  { what: 'a path in the payment to continue', send: (s) => submit(s, { resume: 'pi_1/../../refunds' }), ...invalid },
  {
    what: 'a payment to continue of 254 characters',
    send: (s) => submit(s, { resume: `pi_${'a'.repeat(251)}` }),
    ...invalid,
  },
  { what: 'a payment to continue that is a list', send: (s) => submit(s, { resume: ['pi_1'] }), ...invalid },
  { what: 'the bank’s answer sent along', send: (s) => submit(s, { clientSecret: 'pi_1_secret_1' }), ...invalid },
  { what: 'a companion for a hold of one', send: (s) => submit(s, { companions: [{}] }), ...invalid },
  { what: 'an empty runner', send: (s) => submit(s, { runner: {} }), ...invalid },
  { what: 'no runner', send: (s) => submit(s, { runner: null }), ...invalid },
  { what: 'an empty name', send: (s) => submitAs(s, { firstName: '' }), ...invalid },
  { what: 'a name of spaces', send: (s) => submitAs(s, { firstName: ' \t\u2003' }), ...invalid },
  { what: 'a name that nobody sees', send: (s) => submitAs(s, { lastName: '\u200b\u2060\ufeff' }), ...invalid },
  { what: 'a name that is a number', send: (s) => submitAs(s, { firstName: 7 }), ...invalid },
  { what: 'a birth in the future', send: (s) => submitAs(s, { birthDate: '2999-01-01' }), ...invalid },
  { what: 'a birth before 1900', send: (s) => submitAs(s, { birthDate: '1899-12-31' }), ...invalid },
  { what: 'the 30th of February', send: (s) => submitAs(s, { birthDate: '1990-02-30' }), ...invalid },
  { what: 'a birth with a time', send: (s) => submitAs(s, { birthDate: '1990-05-17T00:00:00Z' }), ...invalid },
  { what: 'another gender than there is', send: (s) => submitAs(s, { gender: '<b>' }), ...invalid },
  { what: 'a negative size on the list', send: (s) => joinWith(s, { size: -1 }), ...invalid },
  { what: 'nine on the list at once', send: (s) => joinWith(s, { size: 9 }), ...invalid },
  { what: 'half a runner on the list', send: (s) => joinWith(s, { size: 1.5 }), ...invalid },
  {
    what: 'a draft that is a list',
    send: (s) => s.runner.client.ask('PUT', '/api/session/draft', { json: [] }),
    ...invalid,
  },
  {
    what: 'a draft with a card in it',
    send: (s) => s.runner.client.ask('PUT', '/api/session/draft', { json: { card: '4242' } }),
    ...invalid,
  },
  {
    what: 'a check with no runner',
    send: (s) =>
      s.runner.client.ask('POST', `/api/registrations/${s.held.registrationId}/checks`, {
        bearer: s.held.hold,
        json: {},
      }),
    ...invalid,
  },
  {
    what: 'a refund that is an object',
    send: (s) =>
      s.runner.client.ask('POST', `/api/registrations/${s.registered.registrationId}/cancellation`, {
        bearer: s.registered.link,
        json: { refund: { valueOf: 7120 } },
      }),
    ...invalid,
  },
  {
    what: 'a transfer to nobody',
    send: (s) =>
      s.runner.client.ask('PUT', `/api/registrations/${s.registered.registrationId}/transfer`, {
        bearer: s.registered.link,
        json: { transferId: newId(), recipient: { firstName: '', email: '' } },
      }),
    ...invalid,
  },
  {
    what: 'a link for no address',
    send: (s) => s.world.program().ask('POST', '/api/registration-links', { json: { email: 7 } }),
    ...invalid,
  },
];

const joinWith: (sender: Parameters<BadRequest['send']>[0], changed: object) => ReturnType<BadRequest['send']> = (
  { world, runner, held },
  changed,
) =>
  world.program().ask('POST', `/api/races/${held.event.raceId}/waiting-list`, {
    json: { placeId: newId(), eventId: held.event.eventId, runner: runner.person, ...changed },
  });

export const shapes = [...asAttacks('s', 'bad input: shapes', [...holds, ...others])];
