import { commands } from '../../lambdas/directing/commands';
import { directing } from '../support/directing';

const direct = directing({});

test.each([[undefined], [null], ['createRace'], [{}], [{ deleteRace: {} }], [['createRace']]])(
  'a message that names no command is refused, and told which there are: %j',
  async (message) => {
    const answer = await direct(message);
    expect(answer).toHaveProperty('refused');
    const { detail } = (answer as { refused: { detail: string } }).refused;
    for (const name of Object.keys(commands)) expect(detail).toContain(name);
  },
);

test('a name that is no command is said to be none', async () => {
  expect(await direct({ deleteRace: {} })).toMatchObject({
    refused: { errors: [{ field: 'deleteRace', message: 'is no command' }] },
  });
});

test.each(Object.keys(commands))('%s is refused when its message cannot be read', async (name) => {
  const answer = await direct({ [name]: { nonsense: true } });
  expect(answer).toMatchObject({ refused: { errors: expect.arrayContaining([expect.objectContaining({})]) } });
  const { errors } = (answer as { refused: { errors: readonly { field: string }[] } }).refused;
  expect(errors.every(({ field }) => field.startsWith(name))).toBe(true);
});

test('half of a surrogate pair, which the database cannot store, is refused and reaches no store', async () => {
  const billTo = { name: 'half of a pair: \ud800', address: 'Street 1', country: 'DE' };
  const reissueInvoice = { registrationId: '01890000-0000-7000-8000-000000000000', invoice: 'R-1', billTo };
  expect(await direct({ reissueInvoice })).toMatchObject({
    refused: { errors: [{ message: 'must not contain NUL or broken Unicode characters' }] },
  });
});

test('two commands in one message are refused: one of them would be forgotten', async () => {
  const cancelRegistration = { registrationId: '01890000-0000-7000-8000-000000000000' };
  const expectRunners = { raceId: 'a-race', runners: 5 };
  expect(await direct({ cancelRegistration, expectRunners })).toHaveProperty('refused');
});

describe('disputes', () => {
  const dispute = 'dp_1';
  const listed: (string | undefined)[] = [];
  const settling = directing({
    disputes: {
      list: async (raceId, after) => {
        listed.push(after ?? raceId);
        return [];
      },
    },
    settleDispute: async (id, decision) =>
      id === dispute ? { kind: 'settled', cancelled: decision === 'cancel' ? ['r'] : [] } : { kind: 'not-found' },
  });

  test('are listed for a race or for all, and settled for the runner or against them', async () => {
    expect(await settling({ disputes: {} })).toEqual({ disputes: [] });
    expect(await settling({ disputes: { raceId: 'city-run' } })).toEqual({ disputes: [] });
    expect(await settling({ disputes: { raceId: 'city-run', after: 'dp_9' } })).toEqual({ disputes: [] });
    expect(listed).toEqual([undefined, 'city-run', 'dp_9']);
    expect(await settling({ settleDispute: { dispute, decision: 'cancel' } })).toEqual({
      settled: { dispute, cancelled: ['r'] },
    });
    expect(await settling({ settleDispute: { dispute, decision: 'keep' } })).toEqual({
      settled: { dispute, cancelled: [] },
    });
  });

  test.each([{ dispute: 'ch_1', decision: 'keep' }, { dispute, decision: 'refund' }, { dispute }])(
    '%j is refused before anything runs',
    async (settleDispute) => expect(await direct({ settleDispute })).toHaveProperty('refused'),
  );

  test.each([
    ['ours', 'dispute-won', 'must be "keep": the money is yours'],
    ['settling', 'not-cancelled', 'its card is being charged this moment. Try again in a minute.'],
  ] as const)('a spot that cannot be taken now stays: %s', async (kind, reason, message) =>
    expect(
      await directing({ settleDispute: async () => ({ kind }) })({ settleDispute: { dispute, decision: 'cancel' } }),
    ).toMatchObject({ refused: { reason, errors: [{ message }] } }),
  );

  test('a spot that another director took back is kept for nobody, and the answer says so', async () =>
    expect(
      await directing({ settleDispute: async () => ({ kind: 'taken-back' }) })({
        settleDispute: { dispute, decision: 'keep' },
      }),
    ).toMatchObject({ refused: { reason: 'spots-taken-back' } }));

  test('one that nobody knows is refused', async () =>
    expect(await settling({ settleDispute: { dispute: 'dp_2', decision: 'keep' } })).toMatchObject({
      refused: { reason: 'no-such-dispute', errors: [{ message: 'there is no such dispute.' }] },
    }));
});

test('a race that somebody cancelled otherwise stays as it is, and the answer says how much goes back', async () => {
  const cancelling = directing({ cancelRace: async () => ({ kind: 'cancelled-otherwise', refundPercent: 90 }) });
  const cancelRace = { raceId: 'city-run', name: 'City Run', refundPercent: 100, message: 'A storm is coming.' };
  expect(await cancelling({ cancelRace })).toMatchObject({
    refused: { reason: 'cancelled-otherwise', detail: expect.stringContaining('with 90 % going back') },
  });
});

test('what could not be charged is paid in another way or waived, and refused where nothing is due', async () => {
  const decided: string[] = [];
  const registrationId = '01890a5d-ac96-774b-bcce-b302099a8057';
  const settling = directing({
    unpaidCharges: {
      settle: async (id, decision) => {
        decided.push(decision);
        return id === registrationId ? { kind: 'settled', amount: 1500, currency: 'EUR' } : { kind: 'nothing-unpaid' };
      },
    },
  });
  for (const decision of ['paid', 'waived'])
    expect(await settling({ settleUnpaid: { registrationId, decision } })).toEqual({
      settledUnpaid: { registrationId, decision, amount: 1500, currency: 'EUR' },
    });
  expect(
    await settling({ settleUnpaid: { registrationId: '01890a5d-ac96-774b-bcce-b302099a8058', decision: 'paid' } }),
  ).toMatchObject({
    refused: { reason: 'not-changed', errors: [{ field: 'settleUnpaid.registrationId' }] },
  });
  expect(decided).toEqual(['paid', 'waived', 'paid']);
  expect(await settling({ settleUnpaid: { registrationId, decision: 'charged' } })).toHaveProperty('refused');
});

describe('invoices', () => {
  const seller = {
    id: 'club',
    name: 'Running Club',
    address: 'Main street 1',
    country: 'DE',
    prefix: 'RC-',
  };
  const tax = { raceId: 'city-run', seller: 'club', rate: 1900, label: 'VAT 19 %' };
  const reissued: unknown[] = [];
  const selling = directing({
    sellers: {
      set: async ({ prefix, taxId }) => prefix === 'RC-' && taxId === null,
      setTax: async (raceId, { seller: of }) => {
        if (of !== 'club') return 'no-such-seller';
        return raceId === 'city-run' ? 'set' : 'no-such-race';
      },
    },
    documents: {
      ofPayment: async () => [],
      ofRace: async () => ({ documents: [], due: 3 }),
      reissue: async (_, invoice, billTo) => {
        reissued.push(billTo);
        if (invoice === 'RC-404') return { kind: 'no-such-invoice' };
        if (invoice === 'RC-0') return { kind: 'nothing-left' };
        return invoice === 'RC-9' ? { kind: 'not-sold' } : { kind: 'reissued', creditNote: 'RC-18', invoice: 'RC-19' };
      },
    },
  });

  test('have a seller and a tax that a director says once', async () => {
    expect(await selling({ setSeller: seller })).toEqual({ seller: { id: 'club' } });
    expect(await selling({ setTax: tax })).toEqual({ taxed: { raceId: 'city-run', seller: 'club', rate: 1900 } });
    const registrationId = '01890000-0000-7000-8000-000000000000';
    expect(await selling({ documents: { registrationId } })).toEqual({ documents: [] });
    expect(await selling({ receipts: { raceId: 'city-run' } })).toEqual({ receipts: { documents: [], due: 3 } });
  });

  test('name a seller and a tax without characters that nobody sees', async () => {
    const reasonOf = async (message: object) => Object(await selling(message)).refused?.reason;
    for (const wrong of [
      { name: 'Club\u202e' },
      { name: 'A\u0000B' },
      { address: 'Main\u2067 1' },
      { taxId: 'DE\u200f1' },
    ])
      expect([wrong, await reasonOf({ setSeller: { ...seller, ...wrong } })]).toEqual([wrong, 'not-as-expected']);
    expect(await reasonOf({ setTax: { ...tax, label: '\u200b' } })).toBe('not-as-expected');
    expect(await reasonOf({ setSeller: { ...seller, address: 'Main street 1\r\n89073 Ulm' } })).toBeUndefined();
  });

  test('have invoices that a director takes back and issues again', async () => {
    const wrong = { registrationId: '01890000-0000-7000-8000-000000000000', invoice: 'RC-17' };
    const billTo = { name: 'Club', address: 'Main street 1', country: 'DE' };
    expect(await selling({ reissueInvoice: wrong })).toEqual({ reissued: { creditNote: 'RC-18', invoice: 'RC-19' } });
    await selling({ reissueInvoice: { ...wrong, billTo } });
    expect(reissued).toEqual([undefined, { ...billTo, taxId: null }]);
    for (const [invoice, reason] of [
      ['RC-404', 'no-such-invoice'],
      ['RC-0', 'nothing-left'],
      ['RC-9', 'not-sold'],
    ])
      expect(await selling({ reissueInvoice: { ...wrong, invoice } })).toMatchObject({ refused: { reason } });
    for (const invoice of ['17', 'RC-17; DROP', ''])
      expect(await selling({ reissueInvoice: { ...wrong, invoice } })).toMatchObject({
        refused: { reason: 'not-as-expected' },
      });
  });

  test('are refused for a seller, a race or a prefix that cannot be', async () => {
    const reasonOf = async (message: object) => Object(await selling(message)).refused?.reason;
    expect(await reasonOf({ setSeller: { ...seller, prefix: 'XX-' } })).toBe('prefix-taken');
    expect(await reasonOf({ setTax: { ...tax, seller: 'nobody' } })).toBe('no-such-seller');
    expect(await reasonOf({ setTax: { ...tax, raceId: 'no-race' } })).toBe('no-such-race');
  });

  test.each([
    { setTax: { ...tax, rate: -1 } },
    { setTax: { ...tax, rate: 5100 } },
    { setTax: { raceId: 'city-run', rate: 1900, label: 'VAT' } },
    { setSeller: { ...seller, taxId: 'x'.repeat(200) } },
    { setSeller: { ...seller, country: 'Germany' } },
    { setSeller: { ...seller, prefix: 'rc' } },
  ])('%j is refused before anything runs', async (message) => expect(await direct(message)).toHaveProperty('refused'));
});
