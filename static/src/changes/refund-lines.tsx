import * as v from 'valibot';
import { at, reading } from '../http/api';
import { money } from '../page/money';
import { api, request } from '../page/services';
import { useLoaded } from '../page/use-loaded';
import type { Confirmed } from '../registration/outcome/confirmation';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { refundNow } from './policy';

type Line = NonNullable<Confirmed['lines']>[number];

type Label = Readonly<Record<string, string>>;
/** What of a form names things. The functions that read forms are in its own script, which has no room to be shared. */
interface Labels {
  readonly language: string;
  readonly items?: readonly { readonly label: Label; readonly variants: readonly { id: string; label: Label }[] }[];
  readonly causes?: readonly { readonly id: string; readonly label: Label }[];
}

/** The server checked the rest when the form was saved. */
const labels = v.looseObject({ language: v.string() });

const textOf = ({ language }: Labels, text: Label) => text[t.locale] ?? text[language] ?? '';

const nameOf = (form: Labels | undefined, { kind, ref, label: own }: Line): string => {
  const kindName = own ?? changeTexts.lineKinds[kind];
  const item = form?.items?.find(({ variants }) => variants.some(({ id }) => id === ref));
  const variant = item?.variants.find(({ id }) => id === ref);
  if (kind === 'item' && form && item && variant)
    return changeTexts.itemLine(textOf(form, item.label), textOf(form, variant.label));
  const cause = kind === 'donation' && form?.causes?.find(({ id }) => id === ref);
  return form && cause ? changeTexts.donationLine(textOf(form, cause.label)) : kindName;
};

/** Equal pieces as one row. */
const rowsOf = (form: Labels | undefined, lines: readonly Line[]) => {
  const rows = new Map<string, { count: number; paid: number; back: number }>();
  for (const line of lines) {
    if (line.amount === 0) continue;
    const name = nameOf(form, line);
    const { count, paid, back } = rows.get(name) ?? { count: 0, paid: 0, back: 0 };
    rows.set(name, { count: count + 1, paid: paid + line.amount, back: back + (line.refundable ?? 0) });
  }
  return [...rows].map(([name, row]) => ({ name, ...row }));
};

/** The lines as the server has them now, when the refund is no longer what the page was opened with. */
const useLines = (status: Confirmed, token: string, refund: number): readonly Line[] | undefined => {
  const { registrationId } = status;
  const isShown = (lines: readonly Line[] | undefined) =>
    lines?.every(({ refundable }) => refundable !== undefined) === true &&
    refundNow({ amount: 0, lines }, { refundPercent: 0 }) === refund;
  const isKnown = isShown(status.lines);
  const loaded = useLoaded(isKnown ? '' : `lines ${registrationId} ${refund}`, () =>
    isKnown
      ? Promise.resolve({ kind: 'ok' as const, value: undefined })
      : api.status(registrationId, token, { retries: 3, waited: 0 }),
  );
  if (isKnown) return status.lines;
  const now = loaded.kind === 'ok' && loaded.value?.status === 'confirmed' ? loaded.value.lines : undefined;
  return isShown(now) ? now : undefined;
};

interface RefundLinesProps {
  readonly status: Confirmed;
  readonly token: string;
  /** What the runner is about to agree to. */
  readonly refund: number;
}

/** What comes back of each thing that was paid for. Nothing is shown that is not the sum the runner agrees to. */
export const RefundLines = ({ status, token, refund }: RefundLinesProps) => {
  const { raceId, form: revision = 0, currency } = status;
  const lines = useLines(status, token, refund);
  const form = useLoaded(`form ${raceId} ${revision}`, () =>
    request({ ...reading, url: at`/api/races/${raceId}/forms/${String(revision)}`, schema: labels }),
  );
  // Otherwise the name of a thing would change while somebody reads it.
  if (!lines || form.kind === 'reading') return null;
  return (
    <table class="quote refund-lines">
      <caption>{changeTexts.linesBack}</caption>
      <thead>
        <tr>
          <th scope="col">{changeTexts.lineColumn}</th>
          <th scope="col">{changeTexts.paidColumn}</th>
          <th scope="col">{changeTexts.backColumn}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(form.kind === 'ok' ? (form.value as unknown as Labels) : undefined, lines).map(
          ({ name, count, paid, back }) => (
            <tr key={name}>
              <th scope="row">{changeTexts.times(count, name)}</th>
              <td class="figures">{money(paid, currency)}</td>
              <td class="figures">{money(back, currency)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
};
