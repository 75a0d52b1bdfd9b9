import type { BlockOut } from '../../../lambdas/line/calling/coming-back';
import { blockSize, graceAfter, times } from '../../../lambdas/spots/blocks/block';
import { randomOf } from './random';

interface Wish {
  readonly seed: number;
  readonly spots: number;
  readonly pays: readonly [least: number, most: number];
  readonly hold: number;
}

interface Block {
  readonly size: number;
  readonly dealUntil: number;
  endsAt: number;
  dealt: number;
  /** When each spot of it is paid for that is paid for at all. */
  readonly paidAt: number[];
  isLost: boolean;
}

const reclaimSeconds = 60;

/** The spots of an event, which are dealt in blocks. What nobody pays for comes back when its block has ended. */
export class Spots {
  readonly #wish: Wish;
  readonly #random: () => number;
  #sellable: number;
  #current: Block | undefined;
  #blocks: Block[] = [];

  constructor(wish: Wish) {
    this.#wish = wish;
    this.#sellable = wish.spots;
    // Of its own, so that people do not behave otherwise where others pay otherwise.
    this.#random = randomOf(wish.seed + 1_000_000);
  }

  get free(): number {
    return this.#sellable + (this.#current ? this.#current.size - this.#current.dealt : 0);
  }

  /** Nothing is free, and nothing comes back. */
  get areGone(): boolean {
    return this.free === 0 && this.#blocks.every(({ paidAt, size }) => paidAt.length === size);
  }

  /** There must be a free one. */
  deal(now: number, isPaid: boolean): void {
    const { pays, hold } = this.#wish;
    this.#current ??= this.#cut(now);
    const block = this.#current;
    block.dealt++;
    if (isPaid) block.paidAt.push(now + pays[0] + this.#random() * (pays[1] - pays[0]));
    if (block.dealt < block.size) return;
    block.endsAt = now + hold + graceAfter.spent;
    this.#current = undefined;
  }

  /** As the cache is emptied: nobody is dealt any more of the open block. */
  loseCounters(now: number): void {
    if (!this.#current) return;
    this.#current.isLost = true;
    this.#current.endsAt = now + this.#wish.hold + graceAfter.lost;
    this.#current = undefined;
  }

  /** Ended blocks are looked for once a minute. */
  reclaim(now: number, before: number): void {
    if (this.#current && now >= this.#current.dealUntil) this.#current = undefined;
    if (Math.floor(now / reclaimSeconds) === Math.floor(before / reclaimSeconds)) return;
    for (const { size, paidAt, endsAt } of this.#blocks) if (endsAt <= now) this.#sellable += size - paidAt.length;
    this.#blocks = this.#blocks.filter(({ endsAt }) => endsAt > now);
  }

  /** As a tick counts them. */
  out(now: number): readonly BlockOut[] {
    return this.#blocks.flatMap((block) => {
      const { size, dealt, paidAt, endsAt, isLost } = block;
      const unpaid = size - paidAt.filter((at) => at <= now).length;
      const undealt = size - dealt;
      const left = block === this.#current ? unpaid - undealt : unpaid;
      return left > 0 ? [{ endsAt, size, left, undealt: isLost || block === this.#current ? 0 : undealt, isLost }] : [];
    });
  }

  #cut(now: number): Block {
    const { hold } = this.#wish;
    const size = blockSize(this.#sellable);
    const dealUntil = now + times.deal;
    const endsAt = dealUntil + hold + times.grace;
    const block: Block = { size, dealUntil, endsAt, dealt: 0, paidAt: [], isLost: false };
    this.#sellable -= size;
    this.#blocks.push(block);
    return block;
  }
}
