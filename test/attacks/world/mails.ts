import { until } from './until';

export interface Mail {
  readonly subject: string;
  readonly destination: { readonly to: readonly string[] };
  readonly body: { readonly text: string; readonly html: string };
}

/** Many tests wait for mails at once; they share one look at the inbox. */
const sharedMs = 200;

/** The local inbox. */
export class Mails {
  readonly #inbox: string;
  #looking: Promise<readonly Mail[]> | undefined;

  constructor(inbox: string) {
    this.#inbox = inbox;
  }

  async to(address: string): Promise<readonly Mail[]> {
    this.#looking ??= this.#look();
    const mails = await this.#looking;
    return mails.filter(({ destination }) => destination.to.some((to) => to.includes(address)));
  }

  /** The first mail to an address whose text matches; resolves with the match. */
  async match(address: string, pattern: RegExp, seconds = 60): Promise<RegExpExecArray> {
    const ask = async () => {
      for (const { body } of await this.to(address)) {
        const found = pattern.exec(body.text);
        if (found) return found;
      }
      return undefined;
    };
    return until(`a mail to ${address} with ${pattern}`, ask, seconds);
  }

  async #look(): Promise<readonly Mail[]> {
    setTimeout(() => {
      this.#looking = undefined;
    }, sharedMs);
    const answer = await fetch(`${this.#inbox}/store`, { signal: AbortSignal.timeout(10_000) });
    const { emails }: { emails: Mail[] } = await answer.json();
    return emails;
  }
}
