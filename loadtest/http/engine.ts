import type { Incoming as Received } from '../../lambdas/platform/calls/answer-parser';

/** One request as it is sent. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  /** Besides Host and Content-Length, which the engine adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One answer as it was received, not decompressed. */
export type Incoming = Omit<Received, 'isLast'>;

/** Speaks HTTP/1.1 for all runners of a generator. */
export interface Engine {
  /**
   * `origin`: such as `http://localhost:8000`. `address`: the local address to connect from; runners with the same
   * address share its connections, one request at a time on each. Rejects when there is no answer.
   */
  send(origin: string, address: string, request: Outgoing): Promise<Incoming>;
  /** Bytes sent and received, and connections opened. */
  readonly traffic: { readonly sent: number; readonly received: number; readonly connections: number };
  /** Closes every connection, also where a request waits. Later requests open new ones. */
  close(): void;
}

/** After this silence, in milliseconds, a request has failed. */
export const silenceMs = 20_000;
