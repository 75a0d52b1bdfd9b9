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
/** Seconds to look back: for mails that came during the last look, and because the inbox's clock has whole seconds. */
const overlapSeconds = 15;

/** Reads the mail of all runners at once, and keeps the last link that `linkIn` finds for each of them. */
export class MailedLinks<Link> {
  readonly #inbox: string;
  readonly #linkIn: (text: string) => Link | undefined;
  readonly #seen = new Set<string>();
  readonly #unread = new Map<string, Link>();
  readonly #reading: Promise<void>;
  #isOver = false;

  constructor(inbox: string, linkIn: (text: string) => Link | undefined) {
    this.#inbox = inbox;
    this.#linkIn = linkIn;
    this.#reading = this.#read();
  }

  /** The newest link of an address that was not taken yet. */
  take(address: string): Link | undefined {
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
        // The inbox is busy; the next look covers this one's time as well.
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  #take({ messageId, destination: { to }, body }: v.InferOutput<typeof store>['emails'][number]): void {
    if (this.#seen.has(messageId)) return;
    this.#seen.add(messageId);
    const link = this.#linkIn(body.text);
    if (link !== undefined) for (const one of to) this.#unread.set(bare(one), link);
  }
}

const bare = (address: string): string => /<([^>]+)>/.exec(address)?.[1] ?? address;

export interface PlaceLink {
  readonly placeId: string;
  readonly ticket: string;
}

/** The link to a place on the waiting list. */
export const placeLinkIn = (text: string): PlaceLink | undefined => {
  const [, placeId, ticket] = /\/waiting-list\/([0-9a-f-]{36})\S*?#(\S+)/.exec(text) ?? [];
  return placeId === undefined || ticket === undefined ? undefined : { placeId, ticket };
};

/** The token of the link to a spot that is passed on. */
export const transferTokenIn = (text: string): string | undefined => /\/transfers\/[0-9a-f-]{36}#(\S+)/.exec(text)?.[1];
