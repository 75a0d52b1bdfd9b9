import type { LastDay } from './quota';

/**
 * SES looks into an account at 5 % bounces or 0.1 % complaints, and stops it at 10 % or 0.5 %: then nobody who paid gets
 * a mail either. So what anybody can order stops long before. One unhappy person in a quiet night stops nothing, or
 * anybody could stop it: hence so many at least.
 */
const limits = {
  bounces: { share: 0.03, fewest: 10 },
  complaints: { share: 0.0008, fewest: 3 },
};
const minMails = 50;

/** Why nothing may leave now that nobody paid for or confirmed; undefined while it may. */
export const whyHeldBack = (day: LastDay): string | undefined => {
  if (day.mails < minMails) return undefined;
  const kind = (['bounces', 'complaints'] as const).find(
    (one) => day[one] >= limits[one].fewest && day[one] / day.mails > limits[one].share,
  );
  return kind && `${day[kind]} ${kind} of ${day.mails} mails in 24 hours`;
};
