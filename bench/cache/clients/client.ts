/** What every client in the comparison is asked to do. A value comes back as whatever the client makes of it. */
export interface Client {
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  increment(key: string): Promise<unknown>;
}

/** A client of the memcached on this port of the loopback interface, with one connection. */
export type OpenClient = (port: number) => Promise<Client>;

/** All values live this long: longer than the measurement. */
export const ttlSeconds = 3600;
