interface Flight {
  result: Promise<unknown> | undefined;
}

/** Work that is under way in this process, one for each key: later callers share its promise. */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  /** `undefined`: no work is under way for this key. */
  join<T>(key: string): Promise<T> | undefined {
    return this.#flights.get(key)?.result as Promise<T> | undefined;
  }

  /** `isCurrent` turns false when the key is forgotten meanwhile: then the result may be old and must not be kept. */
  start<T>(key: string, work: (isCurrent: () => boolean) => Promise<T>): Promise<T> {
    const flight: Flight = { result: undefined };
    const isCurrent = () => this.#flights.get(key) === flight;
    this.#flights.set(key, flight);
    const result = work(isCurrent).finally(() => {
      if (isCurrent()) this.#flights.delete(key);
    });
    flight.result = result;
    return result;
  }

  forget(key: string): void {
    this.#flights.delete(key);
  }
}
