import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { money } from '../../src/page/money';
import { CommandButton } from '../commands/command-button';
import type { RaceScreenProps } from '../race/race-screen';
import * as m from '../texts/moves';

interface Settled {
  readonly settledUnpaid: { readonly amount: number; readonly currency: string };
}

interface SettleUnpaidProps {
  readonly race: RaceScreenProps['race'];
  readonly person: PersonMessage;
  readonly may: RaceScreenProps['may'];
}

const decisions = ['paid', 'waived'] as const;

/** What becomes of a difference or a fee that could not be charged. */
export const SettleUnpaid = ({
  race,
  may,
  person: { registrationId, moveOffers, transferFee, who },
}: SettleUnpaidProps) => {
  if (![...moveOffers, transferFee].some((one) => one?.unpaid === 'due')) return null;
  return (
    <section class="panel">
      <h2>{m.settleUnpaid.title}</h2>
      <p class="quiet">{m.settleUnpaid.lead}</p>
      <p class="row-actions">
        {who && may.command('resendLink') && (
          <CommandButton<unknown>
            raceId={race.id}
            command="resendLink"
            content={{ registrationId }}
            label={m.settleUnpaid.mail}
            title={m.settleUnpaid.mail}
            act={m.settleUnpaid.send}
            says={(_, isDone) => <p>{(isDone ? m.mailedDue : m.mailDue)(who.email)}</p>}
            isButton
          />
        )}
        {decisions.map((decision) => (
          <CommandButton<Settled>
            key={decision}
            raceId={race.id}
            command="settleUnpaid"
            content={{ registrationId, decision }}
            label={m.settleUnpaid[decision]}
            title={m.settleUnpaid[decision]}
            act={m.settleUnpaid.act}
            says={({ settledUnpaid: { amount, currency } }, isDone) => (
              <p>{isDone ? m.settleUnpaid.did : m.settleUnpaidWould[decision](money(amount, currency))}</p>
            )}
            isButton
          />
        ))}
      </p>
    </section>
  );
};
