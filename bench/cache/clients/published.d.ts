/**
 * The part of the published clients' interface that the comparison calls. Their own types are not used: the packages
 * are installed only when the benchmark runs, and the repository must compile without them.
 */

declare module 'memjs' {
  interface Answer {
    readonly value: unknown;
  }
  export class Client {
    static create(servers: string, options: { timeout: number; keepAlive: boolean }): Client;
    get(key: string): Promise<Answer>;
    set(key: string, value: string, options: { expires: number }): Promise<boolean>;
    increment(key: string, by: number, options: { expires: number }): Promise<Answer>;
  }
}

declare module 'memcached' {
  type Done = (error: unknown, value: unknown) => void;
  export default class Memcached {
    constructor(server: string, options: { poolSize: number; timeout: number });
    get(key: string, done: Done): void;
    set(key: string, value: string, lifetime: number, done: Done): void;
    incr(key: string, by: number, done: Done): void;
  }
}

declare module 'memcache-client' {
  export class MemcacheClient {
    constructor(options: { server: { server: string; maxConnections: number }; cmdTimeout: number });
    get(key: string): Promise<{ readonly value: unknown } | undefined>;
    set(key: string, value: string, options: { lifetime: number }): Promise<unknown>;
    incr(key: string, by: number): Promise<unknown>;
  }
}

declare module 'memcache' {
  export class Memcache {
    constructor(options: { nodes: readonly string[]; timeout: number });
    connect(): Promise<void>;
    get(key: string): Promise<unknown>;
    set(key: string, value: string, lifetime: number): Promise<boolean>;
    incr(key: string, by: number): Promise<unknown>;
  }
}
