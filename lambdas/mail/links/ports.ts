/** Counts requests for links by address and by network. It may lose its counts. */
export interface LinkLimit {
  /** The number of requests from this address or network within the hour, with this one. */
  countOneMore(caller: string): Promise<number>;
}

/** Requests for a lost link. */
export interface LinkRequests {
  /** Orders a mail if the address is registered or on the waiting list and is below its limits. Returns outbox ids. */
  order(email: string): Promise<readonly string[]>;
}
