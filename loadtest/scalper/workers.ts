import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';

const challenged = v.object({ challenge: v.object({ token: v.string(), work: v.number() }) });
const done = v.object({ id: v.number(), nonce: v.optional(v.string()), tries: v.number() });

/** A challenge is valid for three minutes; the request to the server needs a moment of it. */
const longestMs = 170_000;

/** A processor for the proofs of work that holds ask for. */
export class Workers {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, (nonce: string | undefined) => void>();
  #jobs = 0;
  #hashes = 0;

  /** `share`: of one core. */
  constructor(share: number) {
    this.#thread = new Worker(join(process.cwd(), 'loadtest/scalper/work-thread.mjs'), { workerData: { share } });
    this.#thread.on('message', (said) => {
      const { id, nonce, tries } = v.parse(done, said);
      this.#hashes += tries;
      this.#waiting.get(id)?.(nonce);
      this.#waiting.delete(id);
    });
    this.#thread.unref();
  }

  get hashes(): number {
    return this.#hashes;
  }

  /** How many callers wait for their proof. */
  get busy(): number {
    return this.#waiting.size;
  }

  /** The proof for a problem that asks for work; undefined when it could not be done in time. */
  async proofFor(problem: unknown): Promise<{ readonly challenge: string; readonly nonce: string } | undefined> {
    const asked = v.safeParse(challenged, problem);
    if (!asked.success) return undefined;
    const { token, work } = asked.output.challenge;
    const nonce = await new Promise<string | undefined>((resolve) => {
      const id = this.#jobs++;
      this.#waiting.set(id, resolve);
      this.#thread.postMessage({ id, token, work, until: Date.now() + longestMs });
    });
    return nonce === undefined ? undefined : { challenge: token, nonce };
  }

  async end(): Promise<void> {
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
    await this.#thread.terminate();
  }
}
