import type { QuoteMessage } from '../../../lambdas/api/holds';
import { money } from '../page/money';

/** What the runner will be charged, in the server's own lines. */
export const Quote = ({ quote }: { quote: QuoteMessage }) => (
  <table class="quote">
    <caption class="aside-for-readers">What you will be charged</caption>
    <tbody>
      {quote.lines.map(({ label, amount }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td class="figures">{money(amount, quote.currency)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td class="figures">{money(quote.total, quote.currency)}</td>
      </tr>
    </tfoot>
  </table>
);
