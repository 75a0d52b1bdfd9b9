import { money } from '../../../src/page/money';
import { shortInstant } from '../../../src/time/dates';
import { CommandButton } from '../../commands/command-button';
import { useOrdered } from '../../http/data';
import { Shown } from '../../page/words';
import * as c from '../../texts/commands';
import * as t from '../../texts/en';
import { List, More } from '../list';
import type { RaceScreenProps } from '../race-screen';
import { ScreenHeading } from '../screen-heading';

interface Dispute {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly status: string;
  readonly dueBy: string | null;
  readonly decided: 'keep' | 'cancelled' | null;
  readonly may: readonly ('keep' | 'cancel')[];
}

interface Settled {
  readonly settled: { readonly cancelled: readonly string[] };
}

/** How many disputes one answer of the server has at most. */
const pageLength = 100;

/** Payments that are disputed. Those that wait for an answer come first. */
export const Disputes = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.disputes}</ScreenHeading>
    <Pages race={race} />
  </>
);

const Pages = ({ race, after }: Pick<RaceScreenProps, 'race'> & { readonly after?: string }) => {
  const data = useOrdered<{ readonly disputes: readonly Dispute[] }>(
    race.id,
    'disputes',
    after === undefined ? {} : { after },
  );
  return (
    <Shown data={data} what={t.things.list}>
      {({ disputes }) => (
        <>
          {(disputes.length > 0 || after === undefined) && (
            <List
              texts={c.disputes}
              caption={t.raceScreens.disputes}
              columns={c.disputes.columns}
              rows={disputes.map((dispute) => ({ key: dispute.id, cells: cellsOf(dispute, race) }))}
            />
          )}
          <More next={disputes.length === pageLength ? disputes.at(-1)?.id : undefined}>
            {(from) => <Pages race={race} after={from} />}
          </More>
        </>
      )}
    </Shown>
  );
};

const cellsOf = (dispute: Dispute, race: RaceScreenProps['race']) => {
  const amount = money(dispute.amount, dispute.currency);
  const settle = {
    raceId: race.id,
    command: 'settleDispute',
  };
  return {
    amount,
    reason: dispute.reason,
    status: dispute.status,
    due: dispute.dueBy === null ? t.none : shortInstant(dispute.dueBy, race.timeZone),
    decided: decisionOf(dispute),
    actions: dispute.may.length > 0 && (
      <span class="row-actions">
        {dispute.may.includes('keep') && (
          <CommandButton<Settled>
            {...settle}
            content={{ dispute: dispute.id, decision: 'keep' }}
            label={c.disputes.keep}
            title={c.disputes.keepOf(amount)}
            act={c.disputes.keep}
            says={(_, isDone) => <p>{isDone ? c.disputeDid : c.keepWould}</p>}
          />
        )}
        {dispute.may.includes('cancel') && (
          <CommandButton<Settled>
            {...settle}
            content={{ dispute: dispute.id, decision: 'cancel' }}
            label={c.disputes.cancel}
            title={c.disputes.cancelOf(amount)}
            act={c.disputes.cancel}
            says={({ settled: { cancelled } }, isDone) => (
              <p>{isDone ? c.disputeDid : c.takeWould(cancelled.length)}</p>
            )}
          />
        )}
      </span>
    ),
  };
};

const decisionOf = ({ decided, status, may }: Dispute): string => {
  if (decided === 'keep') return c.disputes.kept;
  if (decided === 'cancelled') return ['won', 'returned'].includes(status) ? c.disputes.takenButOurs : c.disputes.taken;
  return may.length > 0 ? c.disputes.open : t.none;
};
