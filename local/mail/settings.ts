import * as v from 'valibot';

const rate = v.pipe(v.number(), v.minValue(0));

/** The limits that SES sets for the account. They can be changed while the server runs, as AWS does. */
export const settings = v.strictObject({
  /** Recipients per second. */
  maxSendRate: rate,
  /** Recipients in 24 hours. -1 means no limit. */
  max24HourSend: v.pipe(v.number(), v.minValue(-1)),
  /** False while AWS has paused the account. */
  sendingEnabled: v.boolean(),
  /** Addresses whose mail is refused as MessageRejected. */
  rejectedAddresses: v.array(v.string()),
  /** For tests: the share of mails refused as too fast at any rate, as if others used the account, too. */
  throttledShare: v.pipe(rate, v.maxValue(1)),
});

export type Settings = v.InferOutput<typeof settings>;

export const change = v.partial(settings);

export const startingSettings = (env: Readonly<Record<string, string | undefined>>): Settings =>
  v.parse(settings, {
    maxSendRate: Number(env.MAX_SEND_RATE ?? 200),
    max24HourSend: Number(env.MAX_24_HOUR_SEND ?? 50_000),
    sendingEnabled: env.SENDING_ENABLED !== 'false',
    rejectedAddresses: (env.REJECTED_ADDRESSES ?? '').split(',').filter((address) => address !== ''),
    throttledShare: 0,
  });
