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
  {
    guard: 'What a runner was told is on the invoice: nobody writes whom it is addressed to once it is issued.',
    invariant: 'S5',
    file: 'lambdas/payment/documents/postgres-receipts.ts',
    from: `if ((await sql.query(findDocument, [registrationId])).length > 0) return 'issued' as const;`,
    to: '',
    test: [shown, 'stays as it is once a document is issued'],
  },
  {
    guard: 'Asking for a receipt needs a key to its registration.',
    invariant: 'S12',
    file: 'lambdas/registration/receipt/change-receipt.ts',
    from: `if (answer.kind !== 'open') return answer; return { kind: await needs.requests.hurry(request.registrationId) };`,
    to: `return { kind: await needs.requests.hurry(request.registrationId) };`,
    test: [shown, 'is for the owner only, and for what was paid to a seller'],
  },
  {
    guard: 'Addressing an invoice needs a key to its registration.',
    invariant: 'S12',
    file: 'lambdas/registration/receipt/change-receipt.ts',
    from: `if (answer.kind !== 'open') return answer; return { kind: await needs.requests.setBilling(request.registrationId, billing) };`,
    to: `return { kind: await needs.requests.setBilling(request.registrationId, billing) };`,
    test: [shown, 'is said by the owner only, and only where somebody paid'],
  },
];
