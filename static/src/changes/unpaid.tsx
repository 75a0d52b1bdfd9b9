import { useEffect } from 'preact/hooks';
import { money } from '../page/money';
import { keepToken } from '../page/tokens';
import type { Confirmed } from '../registration/outcome/confirmation';
import * as changeTexts from '../texts/changes';

/** What could not be charged, and the way to pay it, where there is one. */
export const Unpaid = ({ unpaid, due, currency }: Pick<Confirmed, 'unpaid' | 'due' | 'currency'>) => {
  // Stored before the runner can press the link below.
  useEffect(() => {
    if (due) keepToken('transfers', due.offerId, due.token);
  }, [due]);
  if (unpaid === undefined) return null;
  const words = due?.amount === unpaid ? changeTexts.unpaidDue : changeTexts.unpaid;
  return (
    <>
      <p>{words(money(unpaid, currency))}</p>
      {due && (
        <div class="actions">
          <a class="button" href={`/transfers/${due.offerId}`}>
            {changeTexts.payDue(money(due.amount, currency))}
          </a>
        </div>
      )}
    </>
  );
};
