import { requestsPerEnvironment } from '../../../lambdas/capacity/figures';
import { type AccountValue, type Quota, unreservedEnvironments } from '../../../lambdas/capacity/quotas';
import type { Answer } from '../answer';
import type { Facts } from '../facts';
import { type Finding, figure, judge } from '../finding';
import type { Wanted } from '../wanted';

/** Where the account says its own value, and the quota that more of it is asked of. */
interface Source {
  readonly valueIn: (facts: Facts) => Answer<number | undefined>;
  readonly service: string;
  readonly code: string;
}

const concurrency = { service: 'lambda', code: 'L-B99A9384' };
const apiRate = { service: 'apigateway', code: 'L-8A5B8E43' };

const sources: Readonly<Record<AccountValue, Source>> = {
  environments: { ...concurrency, valueIn: ({ lambda }) => mapped(lambda, ({ limit }) => limit) },
  invocations: {
    ...concurrency,
    valueIn: ({ lambda }) => mapped(lambda, ({ limit }) => limit * requestsPerEnvironment),
  },
  'api-rate': { ...apiRate, valueIn: (facts) => facts.apiRate },
  // AWS raises it together with the rate. It cannot be asked for.
  'api-burst': { ...apiRate, valueIn: (facts) => facts.apiBurst },
  'mail-rate': {
    service: 'ses',
    code: 'L-CDEF9B6B',
    valueIn: ({ sending }) => mapped(sending, ({ perSecond }) => perSecond),
  },
  'mail-day': {
    service: 'ses',
    code: 'L-804C8AE8',
    valueIn: ({ sending }) => mapped(sending, ({ perDay }) => perDay ?? Number.POSITIVE_INFINITY),
  },
};

/** What the deployment reserves and what the expected opening needs, against what the account has. */
export const checkQuotas = (facts: Facts, wanted: Wanted): readonly Finding[] => [
  ...(wanted.reserved > 0 ? [reservations(facts, wanted)] : []),
  ...wanted.quotas.map((quota) => checkQuota(quota, facts)),
  ...(wanted.generators && facts.fargateSpot ? [generators(wanted.generators, facts.fargateSpot, facts.region)] : []),
];

/**
 * Lambda refuses a reservation that leaves fewer than 100 environments to functions without any. It does so in the
 * third stack, after half an hour.
 */
const reservations = ({ lambda, stacks, region }: Facts, { reserved, quotas }: Wanted): Finding =>
  judge('Lambda: environments to reserve', lambda, ({ limit, unreserved }) => {
    // Once it is deployed, its own reservations are among those that are taken.
    const isNew = 'value' in stacks && stacks.value.length === 0;
    const free = isNew ? unreserved : limit;
    const needed = reserved + unreservedEnvironments;
    const others = limit - free;
    const has = `${figure(limit)} in the account${others > 0 ? `, ${figure(others)} of them reserved by other functions` : ''}`;
    return free >= needed
      ? { green: `${figure(reserved)} and ${unreservedEnvironments} that stay free; ${has}` }
      : {
          red: `${figure(reserved)} and ${unreservedEnvironments} that must stay free; ${has}. The third stack would fail`,
          // One request for both: what the opening needs is usually more.
          mend: increase(concurrency.service, concurrency.code, Math.max(needed, raisedBy(quotas)) + others, region),
        };
  });

const raisedBy = (quotas: readonly Quota[]) =>
  Math.max(0, ...quotas.map(({ inAccount }) => (inAccount?.value === 'environments' ? inAccount.raiseTo : 0)));

const checkQuota = (quota: Quota, facts: Facts): Finding => {
  const { name: about, needed, usual, unit, inAccount, ask } = quota;
  const need = `${figure(needed)} ${unit} needed`;
  if (!inAccount) {
    const isOurs = quota.setBy === 'deployment';
    const says = `${need}, ${figure(usual)} are ${isOurs ? 'set' : 'usual'}`;
    if (needed <= usual) return { about, state: 'green', says };
    // Stripe and SQS do not say what they allow this account, also after they were asked for more.
    return isOurs
      ? { about, state: 'red', says, mend: ask }
      : { about, state: 'unknown', says: `${says}; what is allowed cannot be asked`, mend: ask };
  }
  const { valueIn, service, code } = sources[inAccount.value];
  return judge(about, valueIn(facts), (value) => {
    if (value === undefined)
      return { unknown: `${need}; Service Quotas has no value of it here, ${figure(usual)} are usual` };
    const has = value === Number.POSITIVE_INFINITY ? 'no limit' : `the account has ${figure(value)}`;
    return value >= needed
      ? { green: `${need}, ${has}` }
      : { red: `${need}, ${has}`, mend: increase(service, code, inAccount.raiseTo, facts.region) };
  });
};

const generators = (count: number, quota: Answer<number | undefined>, region: string): Finding =>
  judge('Fargate Spot: vCPUs of the load test', quota, (value) => {
    const needed = `${figure(count)} generators need as many`;
    if (value === undefined) return { unknown: `${needed}; Service Quotas has no value for L-36FBB829 here` };
    return value >= count
      ? { green: `${needed}, the account has ${figure(value)}` }
      : { red: `${needed}, the account has ${figure(value)}`, mend: increase('fargate', 'L-36FBB829', count, region) };
  });

const increase = (service: string, code: string, value: number, region: string) =>
  `aws service-quotas request-service-quota-increase --region ${region} --service-code ${service} --quota-code ${code} --desired-value ${value}`;

const mapped = <A, B>(answer: Answer<A>, of: (value: A) => B): Answer<B> =>
  'unknown' in answer ? answer : { value: of(answer.value) };
