/** What every client in the comparison must do. Each client decides in which form it returns a value. */
export interface Client {
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  increment(key: string): Promise<unknown>;
}

/** Opens a client with one connection to the memcached on this port of the loopback interface. */
export type OpenClient = (port: number) => Promise<Client>;

/** Every value lives this long, which is longer than the measurement. */
export const ttlSeconds = 3600;
