import type { ListSessions } from './list-sessions';

interface Entry {
  readonly id: string;
  /** Instants of one clock: what ended before another began was visible to it. */
  readonly begun: number;
  readonly ended: number;
}
interface Noted extends Entry {
  readonly note: string;
  readonly isKept: boolean;
}
interface Seen extends Entry {
  readonly owner: string | undefined;
  readonly notes: readonly string[];
}

/** Records what was asked of sessions and what was answered; judges it afterwards. */
export class Notebook {
  readonly #noted: Noted[] = [];
  readonly #seen: Seen[] = [];
  #moment = 0;
  #last = 0;

  /** How many notes were reported as kept, and how many reads were answered. */
  get kept() {
    return this.#noted.filter(({ isKept }) => isKept).length;
  }
  get read() {
    return this.#seen.length;
  }

  /** Adds a note with a new name. False: nobody knows whether it was kept. */
  async note(sessions: ListSessions, id: string): Promise<boolean> {
    const begun = ++this.#moment;
    const note = `${id}/${++this.#last}`;
    const isKept = await sessions.note(id, note).then((answer) => answer === 'kept', onlyUnknown);
    this.#noted.push({ id, note, begun, ended: ++this.#moment, isKept });
    return isKept;
  }

  /** False: the session could not be read. */
  async look(sessions: ListSessions, id: string): Promise<boolean> {
    const begun = ++this.#moment;
    const found = await sessions.read(id).catch(onlyUnknown);
    const at = { id, begun, ended: ++this.#moment };
    if (found === false) return false;
    if (found === 'ended') throw new Error(`session ${id} was never ended`);
    this.#seen.push({ ...at, owner: found?.owner, notes: found?.notes ?? [] });
    return true;
  }

  /** Every read that was too old, or belonged to another session. */
  faults(): readonly string[] {
    return this.#seen.flatMap(({ id, begun, ended, owner, notes }) => {
      const missing = this.#noted.filter(
        (one) => one.id === id && one.isKept && one.ended < begun && !notes.includes(one.note),
      );
      const possible = new Set(this.#noted.filter((one) => one.id === id && one.begun < ended).map(({ note }) => note));
      const invented = notes.filter((note) => !possible.has(note));
      return [
        ...missing.map(({ note }) => `${note} was kept, and not read`),
        ...invented.map((note) => `${note} was read in the session of ${id}, and never written there`),
        ...(owner === undefined || owner === id ? [] : [`${id} read the session of ${owner}`]),
      ];
    });
  }
}

const onlyUnknown = (error: unknown): false => {
  if (error instanceof Error && error.name === 'SessionUnknownError') return false;
  throw error;
};
