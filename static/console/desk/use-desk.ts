import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answered, Failure } from '../http/ask';
import { at, call } from '../http/call';
import { newId } from '../page/new-id';
import { type CheckedIn, type DeskPerson, type Scan, withUnsent } from './desk-list';
import { openUnsent, type Unsent } from './unsent';

/** What became of a scan, as the server says it. */
export interface Judged {
  readonly id: string;
  readonly registrationId: string;
  readonly verdict: 'in' | 'undone' | 'twice' | 'void' | 'forged' | 'foreign';
  readonly by?: CheckedIn;
}

interface ListAnswer {
  readonly deskList: {
    readonly seq: number;
    readonly givesBibs: boolean;
    readonly people: readonly DeskPerson[];
    readonly next?: string;
    readonly keys: readonly string[];
  };
}

export interface DeskState {
  /** Undefined: they are being read. */
  readonly people?: ReadonlyMap<string, DeskPerson>;
  readonly keys: readonly string[];
  readonly givesBibs: boolean;
  /** Scans that the server does not have yet. */
  readonly waiting: number;
  /** Since when, in milliseconds since the epoch, the server was last heard. */
  readonly heardAt?: number;
  /** Why it is not heard now. */
  readonly failure?: Failure;
  /** The last answers to scans of this desk, by registration. */
  readonly judged: ReadonlyMap<string, Judged>;
}

/** How often the desk asks what the others did, and how often for registrations and bibs that are new. */
const changesMs = 4_000;
const wholeListMs = 5 * 60_000;
/** A page of five thousand people over a poor network. */
const listTimeoutMs = 60_000;
/** The server takes a hundred at once. */
const mostSent = 100;

/** Everybody of a race, kept in memory, so that a desk goes on without a network; and what it did, sent as soon as it can be. */
export const useDesk = (raceId: string) => {
  const [state, setState] = useState<DeskState>({ keys: [], givesBibs: false, waiting: 0, judged: new Map() });
  const desk = useRef<ReturnType<typeof openDesk> | undefined>(undefined);
  desk.current ??= openDesk(raceId, setState);
  useEffect(() => desk.current?.start(), [raceId]);
  return { state, scan: desk.current.scan, reread: desk.current.reread };
};

const openDesk = (raceId: string, show: (state: DeskState) => void) => {
  const unsent: Unsent = openUnsent(raceId, localStorage);
  const judged = new Map<string, Judged>();
  let listed: Map<string, DeskPerson> | undefined;
  let keys: readonly string[] = [];
  let givesBibs = false;
  let seq = 0;
  let wholeAt = 0;
  let heardAt: number | undefined;
  let failure: Failure | undefined;
  let isBusy = false;
  let isOver = false;

  const draw = () => {
    const waiting = unsent.all();
    const people = listed && new Map(listed);
    for (const { of } of waiting) {
      const person = listed?.get(of);
      if (person) people?.set(of, withUnsent(person, waiting));
    }
    show({
      ...(people && { people }),
      keys,
      givesBibs,
      waiting: waiting.length,
      ...(heardAt !== undefined && { heardAt }),
      ...(failure && { failure }),
      judged: new Map(judged),
    });
  };
  const order = async <T>(command: string, body: object, key?: string): Promise<T | undefined> => {
    const answer: Answered<T> = await call<T>({
      method: 'POST',
      url: at`/races/${raceId}/commands/${command}`,
      body,
      timeoutMs: listTimeoutMs,
      ...(key && { key }),
    });
    if (answer.kind !== 'ok') {
      failure = answer;
      return undefined;
    }
    failure = undefined;
    heardAt = Date.now();
    return answer.value;
  };

  const readAll = async () => {
    const people = new Map<string, DeskPerson>();
    let first: number | undefined;
    let after: string | undefined;
    do {
      const answer = await order<ListAnswer>('deskList', { ...(after && { after }) });
      if (!answer) return;
      const { deskList } = answer;
      first ??= deskList.seq;
      for (const one of deskList.people) people.set(one.registrationId, one);
      ({ keys, givesBibs } = deskList);
      after = deskList.next;
    } while (after !== undefined);
    [listed, seq, wholeAt] = [people, first ?? 0, Date.now()];
  };
  const readChanges = async () => {
    const answer = await order<ListAnswer>('deskList', { since: seq });
    if (!answer) return;
    for (const one of answer.deskList.people) listed?.set(one.registrationId, one);
    seq = answer.deskList.seq;
  };
  const send = async () => {
    for (let scans = unsent.all(); scans.length > 0; scans = unsent.all()) {
      const [{ station } = { station: '' }] = scans;
      const batch = scans.filter((one) => one.station === station).slice(0, mostSent);
      const body = {
        station,
        sentAt: new Date().toISOString(),
        scans: batch.map(({ of: _, station: __, ...scan }) => scan),
      };
      const answer = await order<{ readonly checkedIn: { readonly scans: readonly Judged[] } }>(
        'checkIn',
        body,
        newId(),
      );
      if (!answer) return;
      for (const one of answer.checkedIn.scans) judged.set(one.registrationId, one);
      // Told before they are forgotten here, so that nobody looks unchecked in between.
      await readChanges();
      unsent.remove(batch.map(({ id }) => id));
    }
  };

  /** One at a time: what is sent twice at once is there once, and costs a network that is poor. */
  const turn = async () => {
    if (isBusy || isOver) return;
    isBusy = true;
    try {
      if (!listed || Date.now() - wholeAt > wholeListMs) await readAll();
      if (unsent.all().length > 0) await send();
      else if (listed) await readChanges();
    } finally {
      isBusy = false;
      if (!isOver) draw();
    }
  };

  return {
    start: () => {
      isOver = false;
      void turn();
      const timer = setInterval(() => document.hidden || void turn(), changesMs);
      const now = () => void turn();
      addEventListener('online', now);
      return () => {
        isOver = true;
        clearInterval(timer);
        removeEventListener('online', now);
      };
    },
    /** Is kept first, and then sent. */
    scan: (done: Omit<Scan, 'id' | 'at'>) => {
      judged.delete(done.of);
      unsent.add({ ...done, id: newId(), at: new Date().toISOString() });
      draw();
      void turn();
    },
    /** After a bib was given. */
    reread: () => {
      wholeAt = 0;
      void turn();
    },
  };
};
