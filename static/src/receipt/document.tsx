import type { Billing, ReceiptDocument } from '../../../lambdas/api/messages/receipts';
import { nameOfCountry } from '../form/name-of-country';
import { money } from '../page/money';
import * as t from '../texts/page';
import * as words from '../texts/receipt';

/** `19%` from 1900 basis points. */
const percent = (rate: number) =>
  new Intl.NumberFormat(t.locale, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000);

/** `2 March 2027`, where the reader is. */
const day = (instant: string) => new Intl.DateTimeFormat(t.locale, { dateStyle: 'long' }).format(new Date(instant));

/** Who sold or who bought, as somebody typed it. */
export const Address = ({ party: { name, address, country, taxId } }: { party: Billing }) => (
  <>
    <bdi>{name}</bdi>
    <bdi>{address}</bdi>
    <bdi>{nameOfCountry(country)}</bdi>
    {taxId && (
      <>
        <span class="aside-for-readers">{words.documentTaxId} </span>
        <bdi>{taxId}</bdi>
      </>
    )}
  </>
);

const Party = ({ title, party }: { title: string; party: Billing }) => (
  <div>
    <dt>{title}</dt>
    <dd class="party">
      <Address party={party} />
    </dd>
  </div>
);

/** An invoice or a credit note. What somebody typed is isolated, so that its direction changes nothing around it. */
export const Document = ({ document }: { document: ReceiptDocument }) => {
  const { number, kind, issuedAt, seller, billTo, lines, taxes, gross, currency, card } = document;
  const sum = (amount: number) => money(amount, currency);
  const net = taxes.reduce((total, tax) => total + tax.net, 0);
  return (
    <article class="document" aria-labelledby={number}>
      <h2 id={number}>{words.documentNames[kind](number)}</h2>
      <dl>
        <Party title={words.documentSeller} party={seller} />
        {billTo && <Party title={words.documentBillTo} party={billTo} />}
        <div>
          <dt>{words.documentDate}</dt>
          <dd>
            <time dateTime={issuedAt}>{day(issuedAt)}</time>
          </dd>
        </div>
      </dl>
      <table class="quote">
        <caption class="aside-for-readers">{kind === 'invoice' ? words.documentLines : words.documentCredited}</caption>
        <tbody>
          {lines.map(({ label, gross: amount }, n) => (
            <tr key={`${n} ${label}`}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              <td class="figures">{sum(amount)}</td>
            </tr>
          ))}
          <tr class="contained">
            <th scope="row">{words.documentNet}</th>
            <td class="figures">{sum(net)}</td>
          </tr>
          {taxes.map(({ label, rate, tax }) => (
            <tr class="contained" key={label}>
              <th scope="row">
                <bdi>{words.documentTax(label, percent(rate))}</bdi>
              </th>
              <td class="figures">{sum(tax)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.documentTotal[kind]}</th>
            <td class="figures">{sum(gross)}</td>
          </tr>
        </tfoot>
      </table>
      {card && <p>{words.receiptPaidWith(card)}</p>}
    </article>
  );
};
