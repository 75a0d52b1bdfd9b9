import type { Message } from './message';

/** What a receiver asks for. */
export interface Receive {
  /** 1 to 10. */
  readonly most: number;
  /** Instead of the queue's own. */
  readonly visibilitySeconds?: number | undefined;
}

interface Poller {
  readonly receive: Receive;
  readonly answer: (messages: Message[]) => void;
}

/** Receivers that wait for a message (long polling), served in the order they came. */
export class Pollers {
  readonly #take: (receive: Receive) => Message[];
  readonly #waiting = new Set<Poller>();
  #servesSoon = false;

  constructor(take: (receive: Receive) => Message[]) {
    this.#take = take;
  }

  /** Answers at once when there are messages, else when one comes, the wait is over, or the receiver hangs up. */
  receive(receive: Receive, waitSeconds: number, signal: AbortSignal): Promise<Message[]> {
    const messages = this.#waiting.size > 0 ? [] : this.#take(receive);
    if (messages.length > 0 || waitSeconds === 0) return Promise.resolve(messages);
    return new Promise((resolve) => {
      const answer = (found: Message[]) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        this.#waiting.delete(poller);
        resolve(found);
      };
      const leave = () => answer([]);
      const poller: Poller = { receive, answer };
      const timer = setTimeout(leave, waitSeconds * 1000);
      signal.addEventListener('abort', leave);
      this.#waiting.add(poller);
    });
  }

  /** After all that went to the disk together: served one by one, each message of a batch would go to another poller, alone. */
  serveSoon(): void {
    if (this.#servesSoon) return;
    this.#servesSoon = true;
    queueMicrotask(() => {
      this.#servesSoon = false;
      this.serve();
    });
  }

  /** To be called whenever a message became visible. */
  serve(): void {
    for (const poller of this.#waiting) {
      const messages = this.#take(poller.receive);
      if (messages.length === 0) return;
      poller.answer(messages);
    }
  }

  close(): void {
    for (const { answer } of this.#waiting) answer([]);
  }
}
