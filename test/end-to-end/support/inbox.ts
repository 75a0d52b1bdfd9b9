import * as v from 'valibot';
import { until } from '../../support/until';
import type { RunningSystem } from './running-system';

const store = v.object({
  emails: v.array(
    v.object({
      subject: v.string(),
      destination: v.object({ to: v.array(v.string()) }),
      body: v.object({ text: v.string(), html: v.string() }),
    }),
  ),
});

export type Mail = v.InferOutput<typeof store>['emails'][number];

export const mailsTo = async ({ inbox }: Pick<RunningSystem, 'inbox'>, address: string): Promise<readonly Mail[]> => {
  const answer = await fetch(`${inbox}/store`, { signal: AbortSignal.timeout(10_000) });
  const { emails } = v.parse(store, await answer.json());
  return emails.filter(({ destination }) => destination.to.some((to) => to.includes(address)));
};

/** The first mail to an address with this subject. The inbox shows a mail a moment after it was accepted. */
export const mailTo = (system: Pick<RunningSystem, 'inbox'>, address: string, subject = ''): Promise<Mail> =>
  until(
    async () => (await mailsTo(system, address)).find((one) => one.subject.startsWith(subject)),
    240,
    () => `a mail to ${address} is there`,
  );

/** The parts of the mail's link that opens a registration. */
export const linkIn = ({ body }: Mail) => {
  const found = /(http\S+\/registrations\/([0-9a-f-]{36})#(\S+))/.exec(body.text);
  if (!found) throw new Error(`There is no link in the mail:\n${body.text}`);
  const [, href = '', registrationId = '', token = ''] = found;
  return { href, registrationId, token };
};
