import type { EntryChange, RowRefusal } from './apply-rows';
import type { BatchAnswer, Entrants, Ordered, PublicationOrder, ResultBatches, ResultSets, Taken } from './ports';
import { type Field, type ReadFault, readRows, type Unreadable } from './read-rows';

interface Needs {
  readonly sets: ResultSets;
  readonly entrants: Entrants;
  readonly batches: ResultBatches;
  readonly newId: () => string;
  readonly hash: (content: string) => string;
  /** Sends the message that an order left in the outbox. */
  readonly relay: (ids: readonly string[]) => Promise<unknown>;
  /** Called with failures after the commit. */
  readonly report: (error: unknown) => void;
}

/** Which set is meant. A set is never found by way of another race. */
export interface OfSet {
  readonly raceId: string;
  readonly setId: string;
}

export interface Import extends OfSet {
  readonly csv: string;
  readonly columns: Readonly<Record<string, Field | null>>;
  /** What the dry run of the same file answered. */
  readonly hash?: string | undefined;
  readonly isDryRun: boolean;
}

export interface RefusedLine {
  readonly line: number;
  readonly bib?: number;
  readonly reason: RowRefusal | ReadFault;
  readonly column?: string;
}

export type Imported =
  | {
      readonly kind: 'imported';
      /** What the import names. It is another one when the file or the set has changed. */
      readonly hash: string;
      readonly columns: Readonly<Record<string, Field | null>>;
      readonly applied: number;
      readonly unchanged: number;
      readonly refused: readonly RefusedLine[];
      readonly seq: number;
    }
  /** No dry run of this file in this state of the set was answered. */
  | { readonly kind: 'not-tried' }
  | { readonly kind: 'no-such-set' }
  | { readonly kind: 'unreadable'; readonly why: Unreadable };

export type StartListBuilt =
  | (BatchAnswer & { readonly kind: 'built'; readonly gone: readonly number[] })
  | { readonly kind: 'no-such-set' };

export type Corrected =
  | { readonly kind: 'corrected'; readonly isChanged: boolean; readonly seq: number }
  | { readonly kind: 'refused'; readonly reason: RowRefusal }
  | { readonly kind: 'no-such-set' };

export interface DirectResults extends Pick<ResultSets, 'save' | 'list'> {
  buildStartList(of: OfSet, isDryRun: boolean): Promise<StartListBuilt>;
  importRows(file: Import): Promise<Imported>;
  correct(of: OfSet, change: EntryChange, reason: string, isDryRun: boolean): Promise<Corrected>;
  publish(order: PublicationOrder): Promise<Ordered>;
}

/** What a director does about results. */
export const directResults = ({ sets, entrants, batches, newId, hash, relay, report }: Needs): DirectResults => {
  /** A batch that nobody else has sent under this id. */
  const applied = (answer: Taken): BatchAnswer | undefined => {
    if (answer.kind === 'id-reused') throw new Error('An id that was made just now was used before.');
    return answer.kind === 'taken' ? answer : undefined;
  };
  const take = async (
    of: OfSet,
    rows: readonly EntryChange[],
    isDryRun: boolean,
    audit: { readonly action: string; readonly detail?: Readonly<Record<string, unknown>> },
  ) => applied(await batches.take({ ...of, id: newId(), rows, isDryRun, audit }));

  return {
    save: (wish, isDryRun) => sets.save(wish, isDryRun),
    list: (raceId) => sets.list(raceId),

    async buildStartList(of, isDryRun) {
      if (!(await sets.find(of.raceId, of.setId))) return { kind: 'no-such-set' };
      const { entries, gone } = await entrants.ofSet(of.setId);
      const answer = await take(of, entries, isDryRun, { action: 'start-list-built' });
      return answer ? { kind: 'built', ...answer, gone } : { kind: 'no-such-set' };
    },

    async importRows({ csv, columns, hash: tried, isDryRun, ...of }) {
      const known = await sets.find(of.raceId, of.setId);
      if (!known) return { kind: 'no-such-set' };
      const read = readRows(csv, known, columns);
      if (read.kind !== 'rows') return { kind: 'unreadable', why: read };
      const changes = read.rows.map(({ change }) => change);
      const preview = await take(of, changes, true, { action: 'results-imported' });
      if (!preview) return { kind: 'no-such-set' };
      const fingerprint = hash(JSON.stringify([of.setId, preview.seq, changes])).slice(0, 16);
      if (!isDryRun && tried !== fingerprint) return { kind: 'not-tried' };
      const answer = isDryRun ? preview : await take(of, changes, false, { action: 'results-imported' });
      if (!answer) return { kind: 'no-such-set' };
      const reasons = new Map(answer.refused.map(({ bib, reason }) => [bib, reason]));
      const refused = read.rows.flatMap(({ line, change: { bib } }) => {
        const reason = reasons.get(bib);
        return reason ? [{ line, bib, reason }] : [];
      });
      return {
        kind: 'imported',
        hash: fingerprint,
        columns: read.columns,
        applied: answer.applied,
        unchanged: answer.unchanged,
        refused: [...read.refused, ...refused].sort((a, b) => a.line - b.line),
        seq: answer.seq,
      };
    },

    async correct(of, change, reason, isDryRun) {
      const { bib, ...said } = change;
      const detail = { bib, reason, fields: Object.keys(said) };
      const answer = await take(of, [change], isDryRun, { action: 'result-corrected', detail });
      if (!answer) return { kind: 'no-such-set' };
      const [refusal] = answer.refused;
      if (refusal) return { kind: 'refused', reason: refusal.reason };
      return { kind: 'corrected', isChanged: answer.applied > 0, seq: answer.seq };
    },

    async publish(order) {
      const answer = await batches.order(order);
      if (answer.kind === 'ordered' && answer.messageId !== undefined) await relay([answer.messageId]).catch(report);
      return answer;
    },
  };
};
