import { createServer } from 'node:http';
import { listen } from '../listen';
import { readText } from '../read-text';

/** RDS's Data API, as much of it as a deployment asks for: one statement, as the administrator. */
export const startDataApi = (port: number, administrate: (sql: string) => Promise<unknown>) =>
  listen(
    createServer(async (request, response) => {
      let answer: unknown = {};
      try {
        const { sql } = JSON.parse(await readText(request, 64 * 1024, () => new Error('The statement is too long.')));
        await administrate(String(sql));
      } catch (error) {
        answer = { error: error instanceof Error ? error.message : String(error) };
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    }),
    port,
  );
