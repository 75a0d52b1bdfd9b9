import { Machine, type World } from './machine';

export type Ended<T> =
  | { readonly kind: 'ended'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'died' };

interface Environment<Handler> {
  readonly machine: Machine;
  readonly handler: Handler;
  isBusy: boolean;
}

interface Shape<Handler> {
  readonly name: string;
  readonly timeoutSeconds: number;
  /** The most environments at once; undefined: no limit. */
  readonly most?: number;
  readonly make: (machine: Machine) => Handler;
}

/**
 * The environments of one function: each serves one invocation at a time, keeps its memory between them, and dies at
 * its timeout.
 */
export class Fleet<Handler> {
  readonly #world: World;
  readonly #shape: Shape<Handler>;
  #environments: Environment<Handler>[] = [];
  #made = 0;

  constructor(world: World, shape: Shape<Handler>) {
    this.#world = world;
    this.#shape = shape;
  }

  get isFull(): boolean {
    const { most = Number.POSITIVE_INFINITY } = this.#shape;
    return this.#environments.filter(({ isBusy }) => isBusy).length >= most;
  }

  /** `work` is told how many milliseconds are left. */
  invoke<T>(work: (handler: Handler, remainingMs: () => number) => Promise<T>): Promise<Ended<T>> {
    const { time } = this.#world;
    const { timeoutSeconds } = this.#shape;
    const environment = this.#environment();
    const { machine, handler } = environment;
    environment.isBusy = true;
    const until = time.now + timeoutSeconds * 1000;
    let over = false;
    return new Promise((resolve) => {
      const end = (how: Ended<T>) => {
        if (over) return;
        over = true;
        environment.isBusy = false;
        resolve(how);
      };
      machine.onDeath(() => {
        this.#environments = this.#environments.filter((one) => one !== environment);
        end({ kind: 'died' });
      });
      // Most of them have ended long before, so this takes no turn.
      time.quietly(timeoutSeconds * 1000, () => over || time.after(0, () => over || machine.die()));
      work(handler, () => until - time.now).then(
        (value) => end({ kind: 'ended', value }),
        (error: unknown) => end({ kind: 'failed', error }),
      );
    });
  }

  #environment(): Environment<Handler> {
    const idle = this.#environments.filter(({ isBusy }) => !isBusy);
    const [first, ...others] = idle;
    if (first && !this.#world.random.chance(0.1)) return this.#world.random.pick([first, ...others]);
    const machine = new Machine(this.#world, `${this.#shape.name}-${++this.#made}`);
    const environment = { machine, handler: this.#shape.make(machine), isBusy: false };
    this.#environments.push(environment);
    return environment;
  }
}
