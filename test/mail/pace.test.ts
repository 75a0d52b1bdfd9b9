import * as fc from 'fast-check';
import type { Delivery, Post } from '../../lambdas/mail/ports';
import type { MailLedger } from '../../lambdas/mail/send/ports';
import { nextSendAt } from '../../lambdas/mail/send/quota';
import { sendMails } from '../../lambdas/mail/send/send-mails';
import { virtualTime } from './virtual-time';

const ledger: MailLedger = {
  claim: async (mails) => mails.map(() => 'claimed'),
  release: async () => undefined,
  accepted: async () => undefined,
  rejected: async () => undefined,
  unknown: async () => undefined,
  unwritten: async () => undefined,
  suppressed: async () => undefined,
  giveUpOldClaims: async () => 0,
  noteQuota: async () => undefined,
};
const alerts = { count: () => undefined, warn: () => undefined, error: () => undefined };
const letter = { senderName: '', recipient: 'ada@example.com', subject: '', text: '', html: '' };

interface Batch {
  /** Milliseconds after the batch before it. */
  readonly gap: number;
  /** How long SES takes for each mail, in milliseconds. */
  readonly latencies: readonly number[];
}

interface System {
  readonly maxSendRate: number;
  /** Of each lane: its batches, and the clock error of its processes in milliseconds. */
  readonly lanes: readonly { readonly batches: readonly Batch[]; readonly skew: number }[];
}

/** The instants at which mails depart when each batch of each lane is sent by a process of its own. */
const departures = async ({ maxSendRate, lanes }: System): Promise<number[]> => {
  const time = virtualTime();
  const departed: number[] = [];
  const sendLane = async ({ batches, skew }: System['lanes'][number], lane: number) => {
    const now = () => new Date(time.now().getTime() + skew);
    for (const { gap, latencies } of batches) {
      await time.pause(gap);
      let sent = 0;
      const post: Post = {
        quota: async () => ({ max24Hours: -1, sent24Hours: 0, maxSendRate, sendingEnabled: true, readAt: 0 }),
        send: async () => {
          departed.push(time.now().getTime());
          await time.pause(latencies[sent++] ?? 0);
          return { kind: 'accepted', messageId: 'm' };
        },
      };
      const send = sendMails({
        ledger,
        dayBook: { lastDay: () => Promise.reject(new Error('nobody asks for it')) },
        writeLetters: async () => async () => ({ kind: 'letter', letter }),
        post,
        visibility: { hide: async () => undefined },
        alerts,
        lanes: lanes.length,
        now,
        pause: time.pause,
      });
      await send(
        latencies.map((_, index) => deliveryOf(lane, index)),
        () => Number.POSITIVE_INFINITY,
      );
    }
  };
  await time.run(Promise.all(lanes.map(sendLane)));
  return departed.sort((a, b) => a - b);
};

const deliveryOf = (lane: number, index: number): Delivery => ({
  messageId: `${lane}-${index}`,
  receiptHandle: '',
  queueName: '',
  lane,
  times: 1,
  order: { registrationId: 'r', template: 'confirmation', generation: 1 },
});

const mostInOneSecond = (sorted: readonly number[]) => {
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= 1000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
};

const batch = fc.record({
  gap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 })),
  latencies: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 })), { minLength: 1, maxLength: 10 }),
});
const laneWith = (skew: fc.Arbitrary<number>) =>
  fc.record({ batches: fc.array(batch, { minLength: 1, maxLength: 4 }), skew });
const fiveMinutes = fc.integer({ min: -300_000, max: 300_000 });

test('no second, wherever it begins, sees more mails than SES takes, whatever the batches and the clocks (S8)', async () => {
  const system = fc.integer({ min: 3, max: 8 }).chain((lanes) =>
    fc.record({
      maxSendRate: fc.integer({ min: lanes, max: 40 }),
      lanes: fc.array(laneWith(fiveMinutes), { minLength: lanes, maxLength: lanes }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(system, async (made) => {
      expect(mostInOneSecond(await departures(made))).toBeLessThanOrEqual(made.maxSendRate);
    }),
    { numRuns: 150 },
  );
});

test('an account with fewer mails a second than lanes takes turns, by clocks that agree (S8)', async () => {
  const system = fc.integer({ min: 3, max: 8 }).chain((lanes) =>
    fc.record({
      maxSendRate: fc.integer({ min: 1, max: lanes - 1 }),
      lanes: fc.array(laneWith(fc.constant(0)), { minLength: lanes, maxLength: lanes }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(system, async (made) => {
      expect(mostInOneSecond(await departures(made))).toBeLessThanOrEqual(made.maxSendRate);
    }),
    { numRuns: 80 },
  );
});

/** One batch of a lane, whose sender takes `answerMs` for the first answer of SES. `clock`: how far its clock is off. */
const sendBatch = async ({
  mails,
  answerMs,
  limitMs,
  clock,
  silentAfter = Number.POSITIVE_INFINITY,
}: Readonly<Record<'mails' | 'answerMs' | 'limitMs', number>> & {
  clock: { error: number; errorAfterClaim: number };
  /** SES does not say what it allows, once so many mails are claimed. */
  silentAfter?: number;
}) => {
  const time = virtualTime();
  const began = time.now().getTime();
  const claimed = new Map<string, number>();
  const departed: { readonly afterClaimMs: number; readonly remainingMs: number }[] = [];
  const remainingMs = () => limitMs - (time.now().getTime() - began);
  const send = sendMails({
    ledger: {
      ...ledger,
      claim: async (all) => {
        for (const { order } of all) claimed.set(order.registrationId, time.now().getTime());
        if (departed.length > 0) clock.error = clock.errorAfterClaim;
        return all.map(() => 'claimed');
      },
    },
    dayBook: { lastDay: () => Promise.reject(new Error('nobody asks for it')) },
    writeLetters: async () => async () => ({ kind: 'letter', letter }),
    post: {
      quota: async () => {
        if (claimed.size >= silentAfter) throw new Error('SES did not answer');
        return { max24Hours: -1, sent24Hours: 0, maxSendRate: 6, sendingEnabled: true, readAt: 0 };
      },
      send: async ({ registrationId }) => {
        const at = time.now().getTime();
        departed.push({ afterClaimMs: at - (claimed.get(registrationId) ?? at), remainingMs: remainingMs() });
        await time.pause(departed.length === 1 ? answerMs : 0);
        return { kind: 'accepted', messageId: 'm' };
      },
    },
    visibility: { hide: async () => undefined },
    alerts,
    lanes: 3,
    now: () => new Date(time.now().getTime() + clock.error),
    pause: time.pause,
  });
  const one = deliveryOf(2, 0);
  const deliveries = Array.from({ length: mails }, (_, n) => ({
    ...one,
    order: { ...one.order, registrationId: `${n}` },
  }));
  const again = await time.run(send(deliveries, remainingMs));
  return { departed, again };
};

test.each([
  [6_000, 4],
  [8_000, 1],
])(
  'after an answer that came %d ms late, no mail is claimed long before it leaves, nor without time for it',
  async (answerMs, mails) => {
    const { departed, again } = await sendBatch({
      ...{ mails: 10, answerMs, limitMs: 12_000 },
      clock: { error: 0, errorAfterClaim: 0 },
    });
    expect([departed.length, again.length]).toEqual([mails, 10 - mails]);
    expect(Math.max(...departed.map(({ afterClaimMs }) => afterClaimMs))).toBeLessThanOrEqual(100);
    expect(Math.min(...departed.map(({ remainingMs }) => remainingMs))).toBeGreaterThanOrEqual(5_000);
  },
);

test('when the clock is set back after mails were claimed, they leave all the same', async () => {
  const { departed, again } = await sendBatch({
    ...{ mails: 2, answerMs: 0, limitMs: 12_000 },
    clock: { error: 0, errorAfterClaim: -3_600_000 },
  });
  expect(again).toEqual([]);
  expect(departed).toHaveLength(2);
  expect(Math.max(...departed.map(({ afterClaimMs }) => afterClaimMs))).toBeLessThan(1_000);
});

test('mails that are claimed leave even when SES no longer says how many it allows', async () => {
  const { departed, again } = await sendBatch({
    ...{ mails: 2, answerMs: 0, limitMs: 12_000, silentAfter: 2 },
    clock: { error: 0, errorAfterClaim: 0 },
  });
  expect([departed.length, again]).toEqual([2, []]);
});

test('a full queue uses most of the rate: three lanes at 14 a second leave more than 10 for ordinary mail', () => {
  const interval = nextSendAt(2, { lanes: 3, maxSendRate: 14 }, 0);
  expect(1000 / interval).toBeGreaterThan(10);
});

test('what anybody can order gets a twentieth of the rate, and urgent mail a tenth', () => {
  const perSecond = (lane: number) => 1000 / nextSendAt(lane, { lanes: 6, maxSendRate: 500 }, 0);
  expect([perSecond(0), perSecond(1), perSecond(2)].map(Math.round)).toEqual([45, 23, 95]);
});

test('every lane gets a turn, also when SES takes one mail in two seconds', () => {
  const pace = { lanes: 3, maxSendRate: 0.5 };
  const turns = [0, 1, 2].map((lane) => nextSendAt(lane, pace, 1_800_000_000_000) - 1_800_000_000_000);
  expect(turns.every((wait) => wait > 0 && wait <= 6667)).toBe(true);
  const [a = 0, b = 0, c = 0] = turns.sort((x, y) => x - y);
  expect(b - a).toBeGreaterThanOrEqual(2000);
  expect(c - b).toBeGreaterThanOrEqual(2000);
});
