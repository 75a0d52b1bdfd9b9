import { networkOf } from '../../domain/network';
import type { Arrival, LineDocument, LineDocuments, Pass, PassRecord } from '../ports';
import type { Budgets } from '../rules/budgets';
import { lineClock } from '../rules/line-clock';
import { afterDrawWave, drawWave, waveOf } from '../rules/waves';

interface Needs {
  readonly lines: LineDocuments;
  readonly stamps: Stamps;
  readonly tokens: Tokens;
  readonly memory: PassMemory;
  /** How many passes of one address stand where they came, in a race. */
  readonly budgets: (raceId: string) => Promise<Budgets>;
  readonly record: (record: PassRecord) => Promise<void>;
  readonly now: () => Date;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number;
  readonly report: (error: unknown) => void;
}

/** Arrivals and what follows from them, without any store. */
export interface Stamps {
  /** The arrival that a stamp of this line says. */
  read(stamp: string, lineId: string): Promise<Arrived | undefined>;
  make(lineId: string, at: number, requestId: string, address: string): Promise<Arrived>;
  /** Lets another device have this arrival, until an instant. `wave`: of its pass, if it has one. Undefined: it is no stamp of this line. */
  move(stamp: string, lineId: string, until: number, wave: number | undefined): Promise<string | undefined>;
  /** The arrival that another device had, and the wave of its pass, if that is not too long ago. */
  readMove(token: string, lineId: string, now: number): Promise<Moved | undefined>;
}

export interface Moved {
  readonly arrived: Arrived;
  readonly wave: number | undefined;
}

export interface Arrived extends Arrival {
  readonly stamp: string;
  readonly passId: string;
  /** Of later waves. */
  readonly lateKey: number;
  /** In [0, 1): it spreads those who came at one instant. */
  readonly spread: number;
}

export interface Tokens {
  sign(pass: Pass): Promise<string>;
  read(token: string, now: Date): Promise<Pass | undefined>;
  hash(passId: string): string;
}

/** What is remembered of passes for a while. When it is lost, the limits of addresses begin again. */
export interface PassMemory {
  /** The wave that this pass was given. Undefined: none is remembered. */
  known(passId: string): Promise<number | undefined>;
  /** The wave that this pass was given first: this one, if it had none. */
  first(passId: string, wave: number): Promise<{ readonly wave: number; readonly isNew: boolean }>;
  /** Counts a pass. Returns how many an address, or a network, has by now. */
  count(lineId: string, who: string): Promise<number>;
  /** Whether no more passes of the draw are issued: its list is about to be closed. */
  isEnrolmentOver(lineId: string): Promise<boolean>;
  /** Counts a pass of the draw. Its list waits until as many are recorded. */
  issued(lineId: string): Promise<void>;
  /** Gives a pass of the draw, which was counted, this wave instead. */
  putBehind(lineId: string, passId: string, wave: number): Promise<void>;
}

/** People who came long before the gun enrol within a minute, and all of them soon after it. */
const longestSpreadMs = 60_000;
const afterGunMs = 10_000;
const leastSpreadMs = 1_000;
/** Another device takes a place over within so long. */
const moveMs = 600_000;
/** A pass is good as long as its line, which is shorter than this. */
const passDays = 30;

/** What a browser has of its place. */
interface Bringing {
  readonly stamp: string | undefined;
  readonly token: string | undefined;
  readonly sessionHash: string | undefined;
}

interface Asking extends Bringing {
  readonly raceId: string;
  readonly requestId: string;
  readonly address: string;
  readonly sessionHash: string;
}

export type MoveAnswer =
  | { readonly kind: 'move'; readonly token: string; readonly expiresAt: Date }
  | { readonly kind: 'line-off' }
  | { readonly kind: 'no-arrival' };

export type ArrivalAnswer =
  | { readonly kind: 'arrived'; readonly arrived: Arrived; readonly enrolAfter: number }
  | { readonly kind: 'line-off' };

export type PassAnswer =
  | {
      readonly kind: 'pass';
      readonly pass: Pass;
      readonly hash: string;
      readonly token: string;
      /** Undefined: the arrival of the pass is not known any more. */
      readonly stamp: string | undefined;
    }
  | { readonly kind: 'line-off' }
  | { readonly kind: 'busy' };

const isOff = (line: LineDocument | undefined): line is undefined =>
  !line || line.state === 'open' || line.state === 'over';

/** Lets people into the line: when they came, and later a pass. The same stamp is the same pass, always. */
export const issuePass = ({ lines, stamps, tokens, memory, budgets, record, now, elapsed, report }: Needs) => {
  const clock = lineClock(now, elapsed);
  const stampNow = (line: LineDocument, { requestId, address }: Pick<Asking, 'requestId' | 'address'>) =>
    stamps.make(line.lineId, clock(line), requestId, address);

  return {
    async arrival(asking: Omit<Asking, 'token' | 'sessionHash'>): Promise<ArrivalAnswer> {
      const line = await lines.find(asking.raceId);
      if (isOff(line)) return { kind: 'line-off' };
      const known = asking.stamp === undefined ? undefined : await stamps.read(asking.stamp, line.lineId);
      const arrived = known ?? (await stampNow(line, asking));
      const untilList = Date.parse(line.gun) + afterGunMs - clock(line);
      const most = Math.max(leastSpreadMs, Math.min(longestSpreadMs, untilList));
      return { kind: 'arrived', arrived, enrolAfter: Math.round(arrived.spread * most) };
    },

    async move(asking: Bringing & Pick<Asking, 'raceId'>): Promise<MoveAnswer> {
      const line = await lines.find(asking.raceId);
      if (isOff(line)) return { kind: 'line-off' };
      const { arrived, own, wave } = await broughtTo(line, asking);
      // The link would lead to another turn than the one that this browser shows.
      if (own && own.pass.passId !== arrived?.passId) return { kind: 'no-arrival' };
      const until = clock(line) + moveMs;
      const token = await stamps.move(asking.stamp ?? '', line.lineId, until, wave);
      return token === undefined ? { kind: 'no-arrival' } : { kind: 'move', token, expiresAt: new Date(until) };
    },

    /** The same place, in another session. Its own arrival is given up. */
    async take(asking: Omit<Asking, 'stamp' | 'token'>, move: string): Promise<PassAnswer | { kind: 'move-ended' }> {
      const line = await lines.find(asking.raceId);
      if (isOff(line)) return { kind: 'line-off' };
      const moved = await stamps.readMove(move, line.lineId, clock(line));
      return moved ? issue(line, moved, asking) : { kind: 'move-ended' };
    },

    async pass(asking: Asking): Promise<PassAnswer> {
      const line = await lines.find(asking.raceId);
      if (isOff(line)) return { kind: 'line-off' };
      const { arrived, own, wave } = await broughtTo(line, asking);
      if (!own) return issue(line, { arrived: arrived ?? (await stampNow(line, asking)), wave }, asking);
      const { passId } = own.pass;
      const stamp = arrived?.passId === passId ? arrived.stamp : undefined;
      return { kind: 'pass', ...own, hash: tokens.hash(passId), stamp };
    },
  };

  /**
   * What a browser brings to a line. `own`: the pass of its session. `wave`: that of a pass of its arrival, in whichever session that pass
   * was issued. It stays what it is when the cache has forgotten it.
   */
  async function broughtTo(line: LineDocument, { token, stamp, sessionHash }: Bringing) {
    const arrived = stamp === undefined ? undefined : await stamps.read(stamp, line.lineId);
    const read = token === undefined ? undefined : await tokens.read(token, now());
    const pass = read?.lineId === line.lineId ? read : undefined;
    return {
      arrived,
      own: token !== undefined && pass && pass.sessionHash === sessionHash ? { pass, token } : undefined,
      wave: pass && pass.passId === arrived?.passId ? pass.wave : undefined,
    };
  }

  async function issue(
    line: LineDocument,
    { arrived, wave: known }: Moved,
    { address, sessionHash }: Pick<Asking, 'address' | 'sessionHash'>,
  ): Promise<PassAnswer> {
    const wave = known ?? (await waveFor(line, arrived, address));
    const pass: Pass = {
      lineId: line.lineId,
      passId: arrived.passId,
      sessionHash,
      wave,
      ...(wave >= afterDrawWave && { key: arrived.lateKey }),
      expiresAt: Date.parse(line.gun) + passDays * 86_400_000,
    };
    const [token, hash] = [await tokens.sign(pass), tokens.hash(pass.passId)];
    try {
      await record({ lineId: line.lineId, hash, wave });
    } catch (error) {
      // Nobody would be called for a pass that nobody counts. The browser asks again with the same stamp.
      report(error);
      return { kind: 'busy' };
    }
    return { kind: 'pass', pass, hash, token, stamp: arrived.stamp };
  }

  async function waveFor(line: LineDocument, { at, passId }: Arrived, address: string): Promise<number> {
    const isListOpen = line.list === undefined && (line.state === 'lobby' || line.state === 'closing');
    const opening = { gun: Date.parse(line.gun), isListOpen, kind: line.kind };
    const own = waveOf(opening, at, 0);
    try {
      // A pass that was issued before is counted already.
      const known = await memory.known(passId);
      if (known !== undefined) return known;
      // Counted before the wave is kept: of two requests at once, neither may read a wave that the budget has yet to judge. Whenever
      // somebody came, they count when they enrol: whoever collects stamps for later has one budget for all of them.
      const [isOver, usedUp] = await Promise.all([
        own === drawWave && memory.isEnrolmentOver(line.lineId),
        timesUsedUp(line, address),
      ]);
      const { wave, isNew } = await memory.first(
        passId,
        waveOf({ ...opening, isListOpen: isListOpen && !isOver }, at, usedUp),
      );
      if (!isNew || wave !== drawWave) return wave;
      await memory.issued(line.lineId);
      // Who closes the list ends the enrolment first, and reads the count afterwards. So it waits for this pass if the enrolment goes
      // on still; otherwise it may have read already.
      if (!(await memory.isEnrolmentOver(line.lineId))) return wave;
      await memory.putBehind(line.lineId, passId, afterDrawWave);
      return afterDrawWave;
    } catch (error) {
      report(error);
      return own;
    }
  }

  /** How many times the passes of this address, or of its network, had used its budget up before this one. */
  async function timesUsedUp({ raceId, lineId }: LineDocument, address: string): Promise<number> {
    const network = networkOf(address);
    const [own, all, most] = await Promise.all([
      memory.count(lineId, address),
      network === undefined ? 0 : memory.count(lineId, network),
      budgets(raceId),
    ]);
    const times = (passes: number, budget: number) => Math.max(0, Math.ceil(passes / budget) - 1);
    return Math.max(times(own, network === undefined ? most.v4 : most.v6), times(all, most.network));
  }
};
