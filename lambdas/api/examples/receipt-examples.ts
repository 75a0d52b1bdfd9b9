import { race, registrationId } from './examples';

export const receiptRequested = { registrationId, status: 'requested' };
const receiptOf = { registrationId, raceId: race.id, raceName: race.name };
export const billing = {
  name: 'Analytical Engines AS',
  address: 'Lars Hilles gate 30\n5008 Bergen',
  country: 'NO',
  taxId: 'NO 987 654 325 MVA',
};
export const receiptDue = { ...receiptOf, documents: [], dueAt: '2027-03-02T10:03:11.000Z', billing };
export const receipt = {
  ...receiptOf,
  card: 'Visa •••• 4242 (Apple Pay)',
  documents: [
    {
      number: 'HM-1207',
      kind: 'invoice',
      issuedAt: '2027-03-02T10:04:00.000Z',
      seller: {
        name: 'Harbour Runners',
        address: 'Strandgaten 1, 5013 Bergen',
        country: 'NO',
        taxId: 'NO 923 456 783 MVA',
      },
      billTo: billing,
      lines: [{ label: 'Harbour Marathon, Marathon', gross: 7000 }],
      taxes: [{ label: 'MVA', rate: 2500, net: 5600, tax: 1400 }],
      gross: 7000,
      currency: 'EUR',
    },
  ],
};
