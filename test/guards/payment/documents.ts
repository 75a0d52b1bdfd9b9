import type { Guard } from '../guard';

const receipts = 'test/payment/receipts.test.ts';

/** Invoices and credit notes. */
export const guardsOfDocuments: readonly Guard[] = [
  {
    guard: 'Each capture and each refund makes a document due.',
    invariant: 'S6',
    file: 'lambdas/payment/documents/postgres-sellers.ts',
    from: 'if (registrationIds.length > 0) await sql.query(notePayments, [registrationIds]);',
    to: '',
    test: [receipts, 'P8: numbers have no gap'],
  },
  {
    guard: 'A credit note is for what was refunded since the last one.',
    invariant: 'S5',
    file: 'lambdas/payment/documents/document.ts',
    from: 'const back = refunded - (documentedUpTo ?? 0);',
    to: 'const back = refunded;',
    test: [receipts, 'a later refund gets a credit note for the rest only'],
  },
  {
    guard: 'Numbers go on where the last transaction ended.',
    invariant: 'S5',
    file: 'lambdas/payment/documents/postgres-documents.ts',
    from: '[seller.id, first + drafts.length]',
    to: '[seller.id, first + drafts.length + 1]',
    test: [receipts, 'P8: numbers have no gap'],
  },
];
