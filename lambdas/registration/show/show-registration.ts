import { lineRefunds } from '../change/change-rules';
import type { FindRefundable, FindRefundRules, Outcomes, Records, RefundRules, Tokens } from '../ports';
import { type AccessRequest, accessBy, opens } from './access';
import type { Status, StatusLine } from './status';

interface Needs {
  readonly tokens: Pick<Tokens, 'readHold' | 'readLink'>;
  readonly outcomes: Pick<Outcomes, 'find' | 'lag'>;
  readonly records: Records;
  /** The same from the primary, where a change is visible at once. */
  readonly latest: Records;
  readonly refundable: { readonly recent: FindRefundable; readonly latest: FindRefundable };
  readonly refundRules: FindRefundRules;
  /** Called when the cache does not answer: the database answers then. */
  readonly report: (error: unknown) => void;
  readonly now: () => Date;
}

/** How long a payment may stay authorised before the cache is suspected of having missed how it ended. */
const maxSettlingMs = 120_000;
/** In ms. For so long after a submission, its lines are believed to be as the cache has them. */
const youngMs = 600_000;

/** `not-found`: there is no row, and a link alone does not show that a submission is on its way. */
export type ShowAnswer =
  | { readonly kind: 'decided'; readonly status: Status }
  /** `lag`: how long other submissions of this race waited for the writer a moment ago, in seconds. */
  | { readonly kind: 'processing'; readonly lag?: number | undefined }
  | { readonly kind: 'not-yours' | 'not-found' };

export type ShowRegistration = (request: AccessRequest) => Promise<ShowAnswer>;

/**
 * Shows a registration to the session that made it, which brings its hold, and to anybody with the link from its mail.
 */
export const showRegistration = ({
  tokens,
  outcomes,
  records,
  latest,
  refundable,
  refundRules,
  report,
  now,
}: Needs): ShowRegistration => {
  /** Only where it costs a query that some runner needs: in a race with a form, once the money has come in. */
  const withRefundable = async (status: Status, find: FindRefundable): Promise<Status> => {
    const { form, lines, payment, ended, registrationId } = status;
    if (form === undefined || !lines || ended || payment !== 'captured') return status;
    const found = await find(registrationId).catch(report);
    if (!found) return status;
    return { ...status, lines: lines.map((line, position) => ({ ...line, refundable: found.get(position) ?? 0 })) };
  };

  /**
   * The same without the database: in the opening minute each runner asks once or twice. It is wrong where something was given
   * back, handed out or disputed within these minutes. Whoever gives the spot back is told the right amount then.
   */
  const withRefundableByRules = async (status: Status): Promise<Status> => {
    const { raceId, form, lines, payment, ended, entry } = status;
    if (form === undefined || !lines || ended || payment !== 'captured') return status;
    const isYoung = entry !== undefined && now().getTime() - Date.parse(entry.submittedAt) < youngMs;
    const rules = isYoung ? await refundRules(raceId, form).catch(report) : undefined;
    if (!rules) return withRefundable(status, refundable.recent);
    if (!rules.cancelUntil || now() >= rules.cancelUntil) return status;
    const refunds = lineRefunds(changeLines(lines, rules, now()), rules.refundPercent);
    return { ...status, lines: lines.map((line, position) => ({ ...line, refundable: refunds.get(position) ?? 0 })) };
  };

  return async (request) => {
    const { registrationId } = request;
    const access = await accessBy(tokens, request);
    if (!access) return { kind: 'not-yours' };

    const cached = await outcomes.find(registrationId).catch((error: unknown) => {
      report(error);
      return 'away' as const;
    });
    const hasChanged = cached === 'changed';
    const remembered = cached === 'changed' || cached === 'away' ? undefined : cached;
    if (remembered && !opens(access, remembered)) return { kind: 'not-yours' };
    if (remembered && !isSuspect(remembered, now()))
      return { kind: 'decided', status: await withRefundableByRules(remembered) };
    // The lag is read at the same time, so that it costs none; it is not needed when there is an outcome.
    const [recorded, lag] = await Promise.all([
      (hasChanged ? latest : records).find(registrationId).catch((error: unknown) => {
        if (!remembered) throw error;
        report(error);
      }),
      cached === undefined && access.by === 'hold' ? outcomes.lag(access.raceId).catch(() => undefined) : undefined,
    ]);
    const status = recorded ?? remembered;
    if (status) {
      if (!opens(access, status)) return { kind: 'not-yours' };
      const find = hasChanged ? refundable.latest : refundable.recent;
      return { kind: 'decided', status: await withRefundable(status, find) };
    }
    return access.by === 'hold' ? { kind: 'processing', lag } : { kind: 'not-found' };
  };
};

const changeLines = (lines: readonly StatusLine[], { refundUntil }: RefundRules, now: Date) =>
  lines.map(({ kind, ref, amount, refund, state }, position) => {
    const until = ref === undefined ? undefined : refundUntil(ref);
    return {
      ...{ position, kind, amount, refunded: refund ?? 0 },
      ...{ isGiven: state === 'given', isHandedOut: false, isInTime: until === undefined || now < until },
    };
  });

/** When the cache missed that a payment failed, it would say "confirmed" for an hour to a runner whose bank refused. */
const isSuspect = ({ outcome, payment, entry }: Status, now: Date): boolean =>
  outcome === 'confirmed' &&
  payment === 'authorised' &&
  entry !== undefined &&
  now.getTime() - Date.parse(entry.submittedAt) > maxSettlingMs;
