import type {
  BatchAnswer,
  ErasedName,
  NameErasure,
  NameErasures,
  Ordered,
  PublicationOrder,
  ResultBatches,
  ResultSets,
  Taken,
  TakenStartList,
} from './ports';
import {
  type AppliedRows,
  type EntryChange,
  type Renamed,
  type Replaced,
  type RowRefusal,
  renamedBy,
  replacedBy,
} from './take/apply-rows';
import type { Field } from './take/column-fields';
import { doubtfulPace } from './take/doubtful-pace';
import { type ReadEvents, type ReadFault, type ReadRow, readRows, type Unreadable } from './take/read-rows';

interface Needs {
  readonly sets: ResultSets;
  readonly batches: ResultBatches;
  readonly erasures: NameErasures;
  readonly newId: () => string;
  readonly hash: (content: string) => string;
  readonly now: () => Date;
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
      /** What the import names. It is another one when the file or a value that it replaces has changed. */
      readonly hash: string;
      readonly columns: Readonly<Record<string, Field | null>>;
      readonly applied: number;
      /** How many of these make an entry of a bib that the set does not have yet. */
      readonly added: number;
      readonly unchanged: number;
      readonly refused: readonly RefusedLine[];
      /** The first rows as they were read, to compare with the file. */
      readonly sample: readonly ReadRow[];
      /** Of a file of several events. */
      readonly events?: ReadEvents | undefined;
      /** What its fastest runner needs for a kilometre, in milliseconds, if that is no pace of a race. */
      readonly pace?: number | undefined;
      /** What the file says otherwise than the set does until now. */
      readonly replaced: readonly Replaced[];
      /** Bibs that the file gives to somebody of another name: it may be the file of another ranking. */
      readonly renamed: readonly Renamed[];
      readonly seq: number;
    }
  /** No dry run of this file was answered, or it would replace other values now. */
  | { readonly kind: 'not-tried' }
  | { readonly kind: 'no-such-set' | 'locked' }
  | { readonly kind: 'unreadable'; readonly why: Unreadable };

export type StartListBuilt =
  | (BatchAnswer & { readonly kind: 'built'; readonly removed: readonly number[]; readonly withoutBib: number })
  | { readonly kind: 'no-such-set' | 'locked' };

export interface Correction extends OfSet {
  readonly change: EntryChange;
  readonly reason: string;
  /** What the dry run answered. Undefined: whatever is there is replaced. */
  readonly hash?: string | undefined;
  readonly isDryRun: boolean;
}

export type Corrected =
  | {
      readonly kind: 'corrected';
      readonly isChanged: boolean;
      /** Of the entry that changes, as it was. Undefined: there was none, or it is withheld. */
      readonly name?: string | undefined;
      readonly replaced: readonly Replaced[];
      /** What the correction names so that it replaces what was looked at, and nothing else. */
      readonly hash: string;
      readonly seq: number;
    }
  /** It would replace other values now than those that were looked at. */
  | { readonly kind: 'not-as-seen' }
  | { readonly kind: 'refused'; readonly reason: RowRefusal }
  | { readonly kind: 'no-such-set' | 'locked' };

export interface DirectResults extends Pick<ResultSets, 'save' | 'list' | 'versions'> {
  buildStartList(of: OfSet, isDryRun: boolean): Promise<StartListBuilt>;
  importRows(file: Import): Promise<Imported>;
  correct(correction: Correction): Promise<Corrected>;
  publish(order: PublicationOrder): Promise<Ordered>;
  eraseName(erasure: NameErasure): Promise<ErasedName>;
}

/** What a director does about results. */
export const directResults = ({ sets, batches, erasures, newId, hash, now, relay, report }: Needs): DirectResults => {
  const by = (action: string, detail?: Readonly<Record<string, unknown>>) => ({
    id: newId(),
    by: { action, ...(detail && { detail }) },
  });

  return {
    save: (wish, isDryRun) => sets.save(wish, isDryRun),
    list: (raceId) => sets.list(raceId),
    versions: (raceId, setId) => sets.versions(raceId, setId),

    async buildStartList(of, isDryRun) {
      const answer = taken(await batches.takeStartList({ ...of, isDryRun, ...by('start-list-built') }));
      if (answer.kind !== 'taken') return answer;
      return { ...answer, kind: 'built' };
    },

    async importRows({ csv, columns, hash: tried, isDryRun, ...of }) {
      const known = await sets.find(of.raceId, of.setId);
      if (!known) return { kind: 'no-such-set' };
      const read = readRows(csv, known, columns);
      if (read.kind !== 'rows') return { kind: 'unreadable', why: read };
      const rows = read.rows.map(({ change }) => change);
      const pace = doubtfulPace(rows, known);
      let fingerprint = '';
      let replaced: readonly Replaced[] = [];
      let renamed: readonly Renamed[] = [];
      let added = 0;
      // Judged and applied in one transaction: nothing comes in between. What comes in about others does not stop an import.
      const mayApply = (applied: AppliedRows) => {
        replaced = replacedBy(rows, applied);
        renamed = renamedBy(applied);
        added = applied.changes.filter(({ before }) => !before).length;
        fingerprint = hash(JSON.stringify([of.setId, rows, replaced])).slice(0, 16);
        return isDryRun || fingerprint === tried;
      };
      const sent = await batches.take({ ...of, rows, isDryRun, mayApply, ...by('results-imported') });
      if (sent.kind === 'not-now') return { kind: 'not-tried' };
      const answer = taken(sent);
      if (answer.kind !== 'taken') return answer;
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
        added,
        unchanged: answer.unchanged,
        refused: [...read.refused, ...refused].sort((a, b) => a.line - b.line),
        sample: read.rows.slice(0, sampleRows),
        ...(read.events && { events: read.events }),
        ...(pace !== undefined && { pace }),
        ...{ replaced, renamed },
        seq: answer.seq,
      };
    },

    async correct({ change, reason, hash: seen, isDryRun, ...of }) {
      const { bib, ...said } = change;
      const sent = by('result-corrected', { bib, reason, fields: Object.keys(said) });
      // What timing software saw before does not undo it.
      const rows = [{ ...change, at: now().getTime(), isDecision: true as const }];
      let outlook: Pick<Extract<Corrected, { kind: 'corrected' }>, 'name' | 'replaced' | 'hash'> = {
        replaced: [],
        hash: '',
      };
      const mayApply = (applied: AppliedRows) => {
        const replaced = replacedBy([change], applied);
        const name = applied.changes[0]?.before?.name;
        const fingerprint = hash(JSON.stringify([of.setId, change, name, replaced])).slice(0, 16);
        outlook = { name, replaced, hash: fingerprint };
        return isDryRun || seen === undefined || seen === fingerprint;
      };
      const tried = await batches.take({ ...of, rows, isDryRun, mayApply, ...sent });
      if (tried.kind === 'not-now') return { kind: 'not-as-seen' };
      const answer = taken(tried);
      if (answer.kind !== 'taken') return answer;
      const [refusal] = answer.refused;
      if (refusal) return { kind: 'refused', reason: refusal.reason };
      return { kind: 'corrected', isChanged: answer.applied > 0, ...outlook, seq: answer.seq };
    },

    async publish(order) {
      const answer = await batches.order(order);
      if (answer.kind === 'ordered' && answer.messageId !== undefined) await relay([answer.messageId]).catch(report);
      return answer;
    },

    async eraseName(erasure) {
      const answer = await erasures.erase(erasure);
      if (answer.kind === 'erased' && answer.messageId !== undefined) await relay([answer.messageId]).catch(report);
      return answer;
    },
  };
};

const sampleRows = 20;

/** A batch of staff that nobody else has sent under this id. */
const taken = <A extends Taken | TakenStartList>(
  answer: A,
): Extract<A, { readonly kind: 'taken' }> | { readonly kind: 'no-such-set' | 'locked' } => {
  if (answer.kind === 'taken') return answer as Extract<A, { readonly kind: 'taken' }>;
  if (answer.kind === 'no-such-set' || answer.kind === 'locked') return { kind: answer.kind };
  throw new Error(`A batch that was made just now was not taken: ${answer.kind}.`);
};
