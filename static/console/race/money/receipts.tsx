import { money } from '../../../src/page/money';
import { shortInstant } from '../../../src/time/dates';
import { useOrdered } from '../../http/data';
import { Shown } from '../../page/words';
import * as c from '../../texts/commands';
import * as t from '../../texts/en';
import { List, More } from '../list';
import type { RaceScreenProps } from '../race-screen';
import { ScreenHeading } from '../screen-heading';

/** Amounts are in the currency's smallest unit; `gross` contains `tax`. */
interface Receipt {
  readonly id: string;
  readonly number: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly issuedAt: string;
  /** Who paid, and their registration. */
  readonly name: string;
  readonly paidBy: string;
  readonly billTo: string | null;
  readonly gross: number;
  readonly tax: number;
  readonly currency: string;
}

interface Receipts {
  readonly receipts: { readonly documents: readonly Receipt[]; readonly due: number };
}

/** How many documents one answer of the server has at most. */
const pageLength = 100;

/** The invoices and credit notes of a race, the newest first. */
export const ReceiptList = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.receipts}</ScreenHeading>
    <Pages race={race} />
  </>
);

const Pages = ({ race, after }: Pick<RaceScreenProps, 'race'> & { readonly after?: string }) => {
  const data = useOrdered<Receipts>(race.id, 'receipts', after === undefined ? {} : { after });
  return (
    <Shown data={data} what={t.things.list}>
      {({ receipts: { documents, due } }) => (
        <>
          {after === undefined && due > 0 && <p>{c.receipts.due(due)}</p>}
          {(documents.length > 0 || after === undefined) && (
            <List
              texts={c.receipts}
              caption={t.raceScreens.receipts}
              columns={c.receipts.columns}
              figures={['gross', 'tax']}
              rows={documents.map((receipt) => ({ key: receipt.id, cells: cellsOf(receipt, race) }))}
            />
          )}
          <More next={documents.length === pageLength ? documents.at(-1)?.id : undefined}>
            {(from) => <Pages race={race} after={from} />}
          </More>
        </>
      )}
    </Shown>
  );
};

const cellsOf = (receipt: Receipt, race: RaceScreenProps['race']) => {
  const { number, kind, paidBy, issuedAt, name, billTo, gross, tax, currency } = receipt;
  return {
    number,
    kind: c.receipts.kinds[kind],
    name: <a href={`/console/races/${race.id}/participants/${paidBy}`}>{name}</a>,
    billTo: billTo ?? t.none,
    issued: shortInstant(issuedAt, race.timeZone),
    gross: money(gross, currency),
    tax: money(tax, currency),
  };
};
