import { count, log } from '../../platform/observability';
import type { ReconcilePayments } from './reconcile-payments';

/** How many ids one log line names. */
const maxLoggedIds = 20;

/** Runs on a schedule. Everything it finds is logged, because each find is a message that was lost. */
export const reconcileWorker = (reconcile: ReconcilePayments) => async () => {
  const { swept, nameless } = await reconcile();
  const see = 'docs/runbook.md, "Money held for nobody"';
  if (swept.length > 0)
    log.warn('Authorised payments had no registration. Their sweeps were sent.', {
      payments: swept.length,
      samples: swept.slice(0, maxLoggedIds),
      see,
    });
  if (nameless.length > 0)
    log.error('An authorised payment names no event, so it cannot be swept.', undefined, {
      payments: nameless.length,
      samples: nameless.slice(0, maxLoggedIds),
      see,
    });
  count('PaymentsSwept', swept.length);
  count('PaymentsNameless', nameless.length);
};
