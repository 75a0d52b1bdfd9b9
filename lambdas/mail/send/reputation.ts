import type { LastDay } from './quota';

/**
 * SES reviews an account at 5 % bounces or 0.1 % complaints, and pauses it at 10 % or 0.5 %: then no runner gets any
 * mail. So mail that anybody can order stops long before. A minimum number is needed, too: otherwise one complaint in a
 * quiet night would stop it. https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-dg.html
 */
const limits = {
  bounces: { share: 0.03, fewest: 10 },
  complaints: { share: 0.0008, fewest: 3 },
};
const minMails = 50;

/** Why mail that nobody paid for or confirmed must wait; `undefined` while it may leave. */
export const whyHeldBack = (day: LastDay): string | undefined => {
  if (day.mails < minMails) return undefined;
  const kind = (['bounces', 'complaints'] as const).find(
    (one) => day[one] >= limits[one].fewest && day[one] / day.mails > limits[one].share,
  );
  return kind && `${day[kind]} ${kind} of ${day.mails} mails in 24 hours`;
};
