/** The fourth script: the receipt of a payment. The browser loads it when a receipt is opened. */
export { ReceiptPage } from './receipt/receipt-page';
