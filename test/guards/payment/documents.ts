import type { Guard } from '../guard';

const receipts = 'test/payment/receipts.test.ts';
const shown = 'test/registration/show-receipt.test.ts';

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
  {
    guard: 'A receipt is shown only with a key to its registration.',
    invariant: 'S12',
    file: 'lambdas/registration/receipt/show-receipt.ts',
    from: `if (!access) return { kind: 'not-yours' };`,
    to: `if (!access) return { kind: 'open', found: (await receipts.find(request.registrationId))! };`,
    test: [shown, 'nothing'],
  },
  {
    guard: 'A hold under the id of a registration shows no receipt of what another session made.',
    invariant: 'S12',
    file: 'lambdas/registration/receipt/show-receipt.ts',
    from: `if (!opens(access, found.sessionHash)) return { kind: 'not-yours' };`,
    to: '',
    test: [shown, 'the hold of another session under its id'],
  },
  {
    guard: 'Somebody for whom another member of the group paid reads no receipt of theirs.',
    invariant: 'S10',
    file: 'lambdas/payment/documents/postgres-receipts.ts',
    from: 'LEFT JOIN payment p ON p.registration_id = r.id',
    to: 'LEFT JOIN payment p ON p.registration_id = coalesce(r.paid_as, r.id)',
    test: [shown, 'a group has one receipt'],
  },
];
