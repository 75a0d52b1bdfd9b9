// The receipt of a payment: it loads when it is asked for.
export const receiptTitle = 'Receipt';
export const receiptBack = 'Back to my registration';
export const receiptPrint = 'Print';
export const receiptComes = 'Your receipt comes within a day after your card was charged.';
export const receiptComesBy = (instant: string) => `It is here from ${instant} on.`;
export const receiptIsMade = 'Your receipt is being made. Look again in a few minutes.';
export const receiptNow = 'I need it now';
export const receiptLookAgain = 'Look again';
export const receiptOfNobody =
  'The organiser of this race does not send receipts from here. Ask them if you need one: your confirmation mail says what you paid.';
export const receiptNothingPaid =
  'Nothing was paid under this registration, so there is no receipt. Whoever paid for a group has the receipt.';
export const receiptNone = 'There is no receipt';
export const receiptSettling = 'Your card is being charged at this moment. Look again in a minute.';
export const documentNames = {
  invoice: (number: string) => `Invoice ${number}`,
  'credit-note': (number: string) => `Credit note ${number}`,
};
export const documentDate = 'Date';
export const documentSeller = 'Sold by';
export const documentTaxId = 'Tax number';
export const documentLines = 'What was paid for';
export const documentCredited = 'What was given back';
export const documentNet = 'Net';
/** `rate`: as a percentage, `19%`. */
export const documentTax = (label: string, rate: string) => `${label} ${rate}`;
export const documentTotal = {
  invoice: 'Total, with tax',
  'credit-note': 'Given back, with tax',
};
