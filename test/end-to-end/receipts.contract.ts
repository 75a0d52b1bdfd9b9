import * as v from 'valibot';
import { receipt } from '../../lambdas/api/messages/receipts';
import { PostgresSellers } from '../../lambdas/payment/documents/postgres-sellers';
import { until } from '../support/until';
import { oneMore } from './support/books';
import { openPatientClient } from './support/client';
import { withDatabase } from './support/database';
import { decided, holdSpot, raceId, submissionFor } from './support/program';
import type { RunningSystem } from './support/running-system';
import type { Walks } from './support/side-by-side';

/** From the director who names the seller to the invoice that its runner reads. */
export const receiptsAreIssued = (system: RunningSystem, { walk }: Walks): void => {
  /** What the commands `setSeller` and `setTax` do. */
  const sellRace = () =>
    withDatabase(system, async (postgres) => {
      const sellers = new PostgresSellers(postgres);
      const about = { name: 'Harbour Runners', address: 'Pier 1', country: 'NO', taxId: null };
      await sellers.set({ ...about, id: 'harbour', prefix: 'HR-' });
      await sellers.setTax(raceId, { seller: 'harbour', rate: 2500, label: 'MVA' });
    });

  walk(
    'a runner says whom the invoice is for and asks for it; it is issued within minutes, and shown to nobody else',
    oneMore,
    async () => {
      await sellRace();
      const client = openPatientClient(system.url);
      const held = await holdSpot(client);
      const path = `/api/registrations/${held.registrationId}`;
      const headers = { authorization: `Bearer ${held.hold}` };
      await client('PUT', path, { json: submissionFor(held) });
      await decided(client, held);
      const read = async () => {
        const answer = await client('GET', `${path}/receipt`, { headers });
        return answer.status === 200 && v.parse(receipt, answer.body);
      };
      const before = await until(read, 240, () => 'the card is charged');
      expect([before.documents, before.card, typeof before.dueAt]).toEqual([[], 'Visa •••• 4242', 'string']);

      const billTo = { name: 'Analytical Engines', address: 'Pier 2\n5003 Bergen', country: 'NO' };
      expect((await client('PUT', `${path}/billing`, { headers, json: billTo })).status).toBe(204);
      expect(await client('POST', `${path}/receipt`, { headers })).toMatchObject({
        status: 202,
        body: { status: 'requested' },
      });
      const issued = async () => {
        const now = await read();
        return now && now.documents.length > 0 && now.documents;
      };
      const documents = await until(issued, 240, () => 'the invoice is issued');
      expect(documents).toMatchObject([
        { kind: 'invoice', billTo, gross: held.quote.total, seller: { name: 'Harbour Runners' } },
      ]);
      expect(documents[0]?.number).toMatch(/^HR-\d+$/);
      expect((await client('PUT', `${path}/billing`, { headers, json: billTo })).status).toBe(409);

      const stranger = openPatientClient(system.url);
      for (const [method, end] of [
        ['GET', 'receipt'],
        ['POST', 'receipt'],
        ['PUT', 'billing'],
      ] as const) {
        const answer = await stranger(method, `${path}/${end}`, { headers, ...(method === 'PUT' && { json: billTo }) });
        expect([method, end, answer.status]).toEqual([method, end, 403]);
        expect(JSON.stringify(answer.body)).not.toContain('Analytical');
      }
    },
  );
};
