import type { Message } from './message';

/** What a receiver asks for. */
export interface Receive {
  /** 1 to 10. */
  readonly most: number;
  /** Replaces the queue's own visibility timeout. */
  readonly visibilitySeconds?: number | undefined;
}

interface Poller {
  readonly receive: Receive;
  readonly answer: (messages: Message[]) => void;
}

/** Receivers that wait for a message (long polling), served in the order of arrival. */
export class Pollers {
  readonly #take: (receive: Receive) => Message[];
  readonly #waiting = new Set<Poller>();
  #servesSoon = false;

  constructor(take: (receive: Receive) => Message[]) {
    this.#take = take;
  }

  /**
   * Resolves at once when there are messages. Otherwise it resolves when a message comes, the wait is over, or the
   * receiver hangs up.
   */
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

  /**
   * Serves after all messages of one disk sync are visible. Serving after each would give each message of a batch to a
   * different poller.
   */
  serveSoon(): void {
    if (this.#servesSoon) return;
    this.#servesSoon = true;
    queueMicrotask(() => {
      this.#servesSoon = false;
      this.serve();
    });
  }

  /** Call this whenever a message becomes visible. */
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
