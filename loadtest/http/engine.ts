/** One request as it goes over the wire. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  /** Besides Host and Content-Length, which the engine adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One answer as it came over the wire, undecoded. */
export interface Incoming {
  readonly status: number;
  /** The first header of this name, which is given in lower case. */
  header(name: string): string | undefined;
  /** One each; they cannot be joined by commas. */
  readonly setCookies: readonly string[];
  readonly body: Buffer;
}

/** Speaks HTTP/1.1 for all runners of a generator. */
export interface Engine {
  /**
   * `origin`: such as `http://localhost:8000`. `address`: the local address to come from; those who share one share its
   * connections, one request at a time on each. Rejects when there is no answer at all.
   */
  send(origin: string, address: string, request: Outgoing): Promise<Incoming>;
  /** Bytes over the wire, both ways, and connections opened. */
  readonly traffic: { readonly sent: number; readonly received: number; readonly connections: number };
  /** Ends every open connection, whoever waits; later requests open their own. */
  close(): void;
}

/** Whoever hears nothing for so long hears nothing at all. */
export const silenceMs = 20_000;
