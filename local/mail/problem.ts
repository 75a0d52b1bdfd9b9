const statuses = {
  BadRequestException: 400,
  MessageRejected: 400,
  NotFoundException: 404,
  SendingPausedException: 400,
  TooManyRequestsException: 429,
} as const;

/** A request that SES refuses. `code` is the error's name in its API. */
export class Problem extends Error {
  readonly code: keyof typeof statuses;
  constructor(code: keyof typeof statuses, message: string) {
    super(message);
    this.code = code;
  }
  get status(): number {
    return statuses[this.code];
  }
}
