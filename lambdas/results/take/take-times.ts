import type { KeyPace, KeyRefusal } from '../../api-keys/ports';
import type { BatchAnswer, ResultBatches, Taken, TakenStartList } from '../ports';
import type { EntryChange } from './apply-rows';

interface Needs {
  readonly batches: Pick<ResultBatches, 'take' | 'takeStartList'>;
  readonly pace: KeyPace;
  readonly newId: () => string;
}

/** Who sends. `key`: as it was sent; `network`: where from. */
export interface Sender {
  readonly raceId: string;
  readonly setId: string;
  readonly key: string;
  readonly network: string;
}

interface TooFast {
  readonly kind: 'too-fast';
  /** Seconds. */
  readonly retryAfter: number;
}

type Refused =
  | { readonly kind: 'key-refused'; readonly reason: KeyRefusal }
  | TooFast
  | { readonly kind: 'no-such-set' | 'id-reused' | 'locked' };

export type TimesTaken = ({ readonly kind: 'taken' } & BatchAnswer) | Refused;
export type StartListTaken = Extract<TakenStartList, { readonly kind: 'taken' }> | Refused;

export interface TakeTimes {
  /** `batchId`: made by the sender, once for these rows. */
  times(from: Sender, batchId: string, rows: readonly EntryChange[]): Promise<TimesTaken>;
  startList(from: Sender): Promise<StartListTaken>;
}

/** Takes what timing software sends. The key is judged with the rows in one transaction; before, only how often it is used. */
export const takeTimes = ({ batches, pace, newId }: Needs): TakeTimes => {
  const bounded = async <A extends Taken | TakenStartList | TooFast>(
    { key, network }: Sender,
    work: () => Promise<A>,
  ): Promise<Extract<A, { readonly kind: 'taken' }> | Refused> => {
    if (!(await pace.mayAsk(key, network))) return { kind: 'too-fast', retryAfter: 1 };
    const answer: Taken | TakenStartList | TooFast = await work();
    switch (answer.kind) {
      case 'taken':
        await pace.noteKnown(key);
        return answer as Extract<A, { readonly kind: 'taken' }>;
      case 'too-fast':
        return answer;
      case 'key-refused':
        if (answer.reason === 'unknown') await pace.noteUnknown(network);
        return answer;
      case 'no-such-set':
      case 'id-reused':
      case 'locked':
        return { kind: answer.kind };
      case 'not-now':
        throw new Error('A batch that may be applied in every state was refused for its state.');
    }
  };

  return {
    times: (from, batchId, rows) =>
      bounded(from, () => batches.take({ ...from, id: batchId, rows, isDryRun: false, by: { key: from.key } })),
    startList: (from) =>
      bounded(from, async () =>
        (await pace.mayBuildStartList(from.key, from.raceId, from.setId))
          ? batches.takeStartList({ ...from, id: newId(), isDryRun: false, by: { key: from.key } })
          : { kind: 'too-fast', retryAfter: 10 },
      ),
  };
};
