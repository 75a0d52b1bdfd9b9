interface Flight {
  result: Promise<unknown> | undefined;
}

/** Work under way in this process, one for a key: who asks meanwhile joins it. */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  /** `undefined`: nobody is under way. */
  join<T>(key: string): Promise<T> | undefined {
    return this.#flights.get(key)?.result as Promise<T> | undefined;
  }

  /** `isCurrent` turns false when the key is forgotten meanwhile: what the work brings may be old then, and is kept nowhere. */
  start<T>(key: string, work: (isCurrent: () => boolean) => Promise<T>): Promise<T> {
    const flight: Flight = { result: undefined };
    const isCurrent = () => this.#flights.get(key) === flight;
    this.#flights.set(key, flight);
    const landing = work(isCurrent).finally(() => {
      if (isCurrent()) this.#flights.delete(key);
    });
    flight.result = landing;
    return landing;
  }

  forget(key: string): void {
    this.#flights.delete(key);
  }
}
