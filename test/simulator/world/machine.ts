import type { Random } from '../../support/random';
import type { History } from '../history';
import type { FaultPlan, Outage, Strike } from './fault-plan';
import type { VirtualTime } from './virtual-time';

/** What every part of a simulated world shares. */
export interface World {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faultPlan: FaultPlan;
  readonly history: History;
}

/** How the connection to another machine fails, and what its caller then sees. */
export interface Way {
  /** Milliseconds from the caller to there, or back: least and most. */
  readonly latency: readonly [number, number];
  /** Milliseconds after which the caller gives up. */
  readonly timeoutMs: number;
  readonly down?: Outage;
  /** Nothing is done, and no answer comes. */
  readonly silent?: Strike;
  /** It is done, and no answer comes. */
  readonly answerLost?: Strike;
  /** What a caller asks over its one connection is done in that order, however long each request travels. */
  readonly isInOrder?: true;
  /** The error that the caller gets instead of an answer. */
  readonly failure: (why: 'down' | 'silent') => Error;
}

/** A process with a clock that may be wrong; a mortal one may die at any call. */
export class Machine {
  readonly name: string;
  readonly #world: World;
  readonly #isMortal: boolean;
  readonly #skew: number;
  readonly #deathListeners: (() => void)[] = [];
  /** What is under way over each connection. */
  readonly #connections = new Map<Way, (() => unknown)[]>();
  #stalledUntil = 0;
  #alive = true;

  constructor(world: World, name: string, { isMortal = true } = {}) {
    this.#world = world;
    this.name = name;
    this.#isMortal = isMortal;
    const wrong = isMortal && world.faultPlan.strikes('clock-skew', name);
    const most = world.faultPlan.mostSkew * 1000;
    this.#skew = wrong ? world.random.whole(-most, most) : 0;
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  readonly now = (): Date => new Date(this.#world.time.now + this.#skew);

  readonly pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => this.#world.time.after(milliseconds, () => this.#goOn(resolve)));

  onDeath(listener: () => void): void {
    this.#deathListeners.push(listener);
  }

  /** From now on no answer reaches it. */
  die(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#world.history.add({ kind: 'died', machine: this.name });
    for (const listener of this.#deathListeners) listener();
  }

  /** Resolves once it is awake. Answers that came meanwhile waited in its sockets: none is lost. */
  #goOn(next: () => void): void {
    const { time } = this.#world;
    if (!this.#alive) return;
    if (time.now < this.#stalledUntil) time.after(this.#stalledUntil - time.now, () => this.#goOn(next));
    else next();
  }

  /** Has `effect` done on another machine. A request that has left takes effect, even when its sender dies. */
  call<T>(about: string, way: Way, effect: () => T | Promise<T>): Promise<T> {
    const { time, random, faultPlan } = this.#world;
    const named = `${this.name}: ${about}`;
    const trip = () => random.whole(...way.latency);
    return new Promise<T>((resolve, reject) => {
      if (!this.#alive) return;
      if (this.#isMortal && faultPlan.strikes('killed-before', named)) {
        time.after(0, () => this.die());
        return;
      }
      if (this.#isMortal && faultPlan.strikes('stalled', named))
        this.#stalledUntil = time.now + random.whole(500, 9_000);
      const hear = (delay: number, heard: () => void) => time.after(delay, () => this.#goOn(heard));
      if (way.down && faultPlan.isOn(way.down)) return hear(trip(), () => reject(way.failure('down')));
      if (way.silent && faultPlan.strikes(way.silent, named))
        return hear(way.timeoutMs, () => reject(way.failure('silent')));

      const answer = (settle: () => void) => {
        if (this.#isMortal && faultPlan.strikes('killed-after', named)) this.die();
        else if (way.answerLost && faultPlan.strikes(way.answerLost, named))
          hear(way.timeoutMs, () => reject(way.failure('silent')));
        else hear(trip(), settle);
      };
      const arrive = way.isInOrder ? this.#afterOthers(way, effect) : effect;
      time.quietly(trip(), () => {
        try {
          const result = arrive();
          if (result instanceof Promise)
            result.then(
              (value) => answer(() => resolve(value)),
              (error: unknown) => answer(() => reject(error)),
            );
          else answer(() => resolve(result));
        } catch (error) {
          answer(() => reject(error));
        }
      });
    });
  }

  /** The effect, and before it those of the requests that left earlier. */
  #afterOthers<T>(way: Way, effect: () => T): () => T {
    const underWay = this.#connections.get(way) ?? [];
    this.#connections.set(way, underWay);
    let done: { readonly result: T } | undefined;
    const once = () => {
      done ??= { result: effect() };
      return done.result;
    };
    underWay.push(once);
    return () => {
      for (const before of underWay.splice(0, underWay.indexOf(once) + 1)) before();
      return once();
    };
  }
}
