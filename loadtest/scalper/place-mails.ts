import * as v from 'valibot';

const store = v.object({
  emails: v.array(
    v.object({
      messageId: v.string(),
      destination: v.object({ to: v.array(v.string()) }),
      body: v.object({ text: v.string() }),
    }),
  ),
});

const everyMs = 2_000;
/** What came while the last look was under way, and a clock of whole seconds. */
const overlapSeconds = 15;

export interface PlaceLink {
  readonly placeId: string;
  readonly ticket: string;
}

/** Reads everybody's mail, as each of them does for themselves: which link to a place on the list came last. */
export class PlaceMails {
  readonly #inbox: string;
  readonly #seen = new Set<string>();
  readonly #unread = new Map<string, PlaceLink>();
  readonly #reading: Promise<void>;
  #isOver = false;

  constructor(inbox: string) {
    this.#inbox = inbox;
    this.#reading = this.#read();
  }

  /** The last link that nobody has taken yet. */
  take(address: string): PlaceLink | undefined {
    const link = this.#unread.get(address);
    this.#unread.delete(address);
    return link;
  }

  end(): Promise<void> {
    this.#isOver = true;
    return this.#reading;
  }

  async #read(): Promise<void> {
    for (let since = Date.now(); !this.#isOver; ) {
      const began = Date.now();
      try {
        const url = `${this.#inbox}/store?since=${Math.floor(since / 1000) - overlapSeconds}`;
        const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) });
        for (const mail of v.parse(store, await answer.json()).emails) this.#take(mail);
        since = began;
      } catch {
        // The inbox is busy: the next look sees what this one did not.
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  #take({ messageId, destination: { to }, body }: v.InferOutput<typeof store>['emails'][number]): void {
    if (this.#seen.has(messageId)) return;
    this.#seen.add(messageId);
    const [, placeId, ticket] = /\/waiting-list\/([0-9a-f-]{36})\S*?#(\S+)/.exec(body.text) ?? [];
    if (placeId === undefined || ticket === undefined) return;
    for (const one of to) this.#unread.set(bare(one), { placeId, ticket });
  }
}

const bare = (address: string): string => /<([^>]+)>/.exec(address)?.[1] ?? address;
