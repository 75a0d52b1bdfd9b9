import { MemcachedError, type MemcachedFailure } from './memcached';

/** What a client has done since it was opened. */
export interface MemcachedStatistics {
  readonly requests: number;
  /** Reads that returned a value. */
  readonly hits: number;
  readonly misses: number;
  readonly failures: Readonly<Record<MemcachedFailure, number>>;
  readonly connections: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** The counters of one client, which its nodes and pipelines share. */
export class Traffic {
  requests = 0;
  hits = 0;
  misses = 0;
  connections = 0;
  bytesSent = 0;
  bytesReceived = 0;
  readonly failures: Record<MemcachedFailure, number> = { timeout: 0, connection: 0, server: 0, 'too-large': 0 };

  /** Counts a request that ended with this error. */
  failed(error: unknown): void {
    if (error instanceof MemcachedError) this.failures[error.kind] += 1;
  }

  snapshot(): MemcachedStatistics {
    const { requests, hits, misses, connections, bytesSent, bytesReceived, failures } = this;
    return { requests, hits, misses, connections, bytesSent, bytesReceived, failures: { ...failures } };
  }
}
