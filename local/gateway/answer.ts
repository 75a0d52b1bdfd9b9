/** What goes back to the runner. Header names in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** API Gateway's own answers have this shape. */
export const gatewayAnswer = (status: number, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
});

/** For an address of the API that does not exist. */
export const noSuchAddress = (method: string, path: string): Answer => ({
  status: 404,
  headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  body: Buffer.from(
    JSON.stringify({
      type: '/problems/not-found',
      title: 'There is nothing here',
      status: 404,
      detail: `The API has no ${method} ${path.slice(0, 200)}. /api/openapi.json lists what it has.`,
    }),
  ),
});
