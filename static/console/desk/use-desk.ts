import { useEffect, useRef, useState } from 'preact/hooks';
import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';
import type { Answered, Failure } from '../http/ask';
import { at, call, interrupted } from '../http/call';
import { newId } from '../page/new-id';
import { deskKey, deskKeyInAddress, forgetDesks } from './desk-key';
import { type DeskPerson, type NotKept, type Scan, withUnsent } from './desk-list';
import { type DeskState, type Judged, type ListAnswer, nothing } from './desk-state';
import { type DeskStore, type OpenedDesk, openDeskStore } from './kept-desk';
import { openScans } from './stored-scans';

/** How often the desk asks what the others did, and how often for registrations and bibs that are new. */
const changesMs = 4_000;
const wholeListMs = 5 * 60_000;
/** A page of five thousand people over a poor network. */
const listTimeoutMs = 60_000;
/** The server takes a hundred at once. */
const mostSent = 100;

/** What the server says to somebody who may not be at this desk any more. Who has no role in a race is told that there is none. */
const refusals = ['not-signed-in', 'not-permitted', 'not-found'];
const notKept: Readonly<Record<string, NotKept>> = { early: 'early', 'too-many': 'too-many', foreign: 'foreign' };

/**
 * Everybody of a race, kept in memory, so that a desk goes on without a network; and what it did, sent as soon as it can be.
 *
 * @param kept what the page was opened with, when there was no network
 */
export const useDesk = (race: RaceDetailsMessage, kept?: OpenedDesk) => {
  const [state, setState] = useState<DeskState>(nothing);
  const desk = useRef<ReturnType<typeof openDesk> | undefined>(undefined);
  desk.current ??= openDesk(race, setState, kept);
  useEffect(() => desk.current?.start(), [race.id]);
  const { start: _, ...acts } = desk.current;
  return { state, ...acts };
};

const openDesk = (race: RaceDetailsMessage, show: (state: DeskState) => void, kept: OpenedDesk | undefined) => {
  const raceId = race.id;
  const unsent = openScans('unsent', raceId, localStorage);
  const refused = openScans('refused', raceId, localStorage);
  const judged = new Map<string, Judged>();
  let listed: Map<string, DeskPerson> | undefined;
  /** Since the whole list was kept. */
  let changed = new Map<string, DeskPerson>();
  let keys: readonly string[] = [];
  let givesBibs = false;
  let opensOn: string | undefined;
  let seq = 0;
  let wholeAt = 0;
  let heardAt: number | undefined;
  /** Of the person who is signed in, for the scans that are made now. */
  let by: string | undefined;
  let store: DeskStore | undefined;
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
      ...(opensOn !== undefined && { opensOn }),
      waiting: waiting.length,
      refused: refused.all(),
      ...(heardAt !== undefined && { heardAt }),
      ...(failure && { failure }),
      judged: new Map(judged),
      isKept: store !== undefined,
    });
  };
  /** Nobody reads the list here any more, until the server gives it again. */
  const lose = () => {
    forgetDesks();
    [listed, store, seq, wholeAt, by] = [undefined, undefined, 0, 0, undefined];
    draw();
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
      if (answer.kind === 'problem' && refusals.includes(answer.name)) lose();
      return undefined;
    }
    failure = undefined;
    heardAt = Date.now();
    return answer.value;
  };

  const goOnWith = (opened: OpenedDesk, from: DeskStore) => {
    [listed, changed, store] = [byId(opened.people), byId(opened.changes), from];
    ({ keys, givesBibs, opensOn, seq, heardAt, by } = opened);
  };
  /** What was kept here, when the server cannot be heard. */
  const reopen = async () => {
    const key = deskKey();
    if (!failure || failure.kind === 'problem' || key === undefined) return;
    const from = openDeskStore(raceId, key);
    const opened = await from.read().catch(() => undefined);
    if (opened) goOnWith(opened, from);
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
      ({ keys, givesBibs, by, opensOn } = deskList);
      after = deskList.next;
    } while (after !== undefined);
    [listed, seq, wholeAt, changed] = [people, first ?? 0, Date.now(), new Map()];
    if (isOver) return;
    const next = openDeskStore(raceId, deskKeyInAddress());
    const desk = {
      race,
      people: [...people.values()],
      keys,
      givesBibs,
      seq,
      heardAt: heardAt ?? Date.now(),
      ...(opensOn !== undefined && { opensOn }),
      ...(by !== undefined && { by }),
    };
    store = await next.keepAll(desk).then(
      () => next,
      // This browser keeps nothing. The desk goes on as long as it is open.
      () => undefined,
    );
  };
  const take = async (people: readonly DeskPerson[]) => {
    for (const one of people) {
      listed?.set(one.registrationId, one);
      changed.set(one.registrationId, one);
    }
    if (people.length > 0 && deskKey() !== undefined)
      await store
        ?.keepChanges({ race, people: [...changed.values()], seq, heardAt: heardAt ?? Date.now() })
        .catch(() => {
          store = undefined;
        });
  };
  /** Whether they were read. */
  const readChanges = async (): Promise<boolean> => {
    for (let isMore = true; isMore; ) {
      const answer = await order<ListAnswer>('deskList', { since: seq });
      if (!answer || !listed) return false;
      ({ seq, by, opensOn } = answer.deskList);
      await take(answer.deskList.people);
      isMore = answer.deskList.more ?? false;
    }
    return true;
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
      const verdicts = new Map(answer.checkedIn.scans.map(({ id, verdict }) => [id, verdict]));
      refused.add(
        ...batch.flatMap((one) => {
          const why = notKept[verdicts.get(one.id) ?? ''];
          return why ? { ...one, why } : [];
        }),
      );
      // Told before they are forgotten here, so that nobody looks unchecked in between.
      if (!(await readChanges())) return;
      unsent.remove(batch.map(({ id }) => id));
    }
  };

  /** One at a time: what is sent twice at once is there once, and costs a network that is poor. */
  const turn = async () => {
    if (isBusy || isOver) return;
    isBusy = true;
    try {
      if (!listed || Date.now() - wholeAt > wholeListMs) await readAll();
      if (!listed) await reopen();
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
      const key = deskKey();
      if (kept && key !== undefined) goOnWith(kept, openDeskStore(raceId, key));
      draw();
      void turn();
      const timer = setInterval(() => document.hidden || void turn(), changesMs);
      const now = () => void turn();
      addEventListener('online', now);
      // A dialog asks for a sign-in, over a screen that shows nobody.
      const unwatch = interrupted.watch(() => interrupted.peek()?.why === 'not-signed-in' && lose());
      return () => {
        isOver = true;
        clearInterval(timer);
        removeEventListener('online', now);
        unwatch();
      };
    },
    /** Is kept first, and then sent. */
    scan: (done: Omit<Scan, 'id' | 'at'>) => {
      judged.delete(done.of);
      unsent.add({ ...done, id: newId(), at: new Date().toISOString(), ...(by !== undefined && { by }) });
      draw();
      void turn();
    },
    /** Those that the server did not keep. They count for who is signed in now: that person says that it is right. */
    sendRefused: () => {
      const again = refused.all().map(({ why: _, by: __, ...one }) => ({ ...one, ...(by !== undefined && { by }) }));
      unsent.add(...again);
      refused.remove(again.map(({ id }) => id));
      draw();
      void turn();
    },
    forgetRefused: () => {
      refused.remove(refused.all().map(({ id }) => id));
      draw();
    },
    /** After people registered. */
    reread: () => {
      wholeAt = 0;
      void turn();
    },
    /** After a bib was given to somebody, or if they are not in the list. */
    rereadOne: async (of: string) => {
      const answer = await order<ListAnswer>('deskList', { of });
      if (answer && listed) await take(answer.deskList.people);
      if (!isOver) draw();
    },
  };
};

const byId = (people: readonly DeskPerson[]) => new Map(people.map((one) => [one.registrationId, one]));
