import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { raceSpots } from '../../../operations/forecast/race-spots';

const event = (id: string, capacity: number) => ({ id, name: 'Ten', distance: 10_000, capacity, prices: [] });
const harbour = {
  id: 'harbour-2027',
  name: 'Harbour Run',
  place: 'Harbour City',
  date: '2027-05-02',
  timeZone: 'Europe/Berlin',
  opensAt: '2027-03-01T10:00:00.000Z',
  closesAt: '2027-04-01T10:00:00.000Z',
  description: '',
  currency: 'EUR',
  waiver: { version: '1', text: '', hash: '' },
  events: [event('01890000-0000-7000-8000-000000000001', 400), event('01890000-0000-7000-8000-000000000002', 80)],
  changes: { refundPercent: 0 },
};

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ url: asked }, response) =>
    asked === '/api/races/harbour-2027'
      ? response.setHeader('content-type', 'application/json').end(JSON.stringify(harbour))
      : response.writeHead(404).end('{}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('the spots of all distances are counted', async () => {
  expect(await raceSpots({ race: 'harbour-2027', url })).toBe(480);
});

test('a race that is not there is named, and what needs none', async () => {
  await expect(raceSpots({ race: 'nowhere', url })).rejects.toThrow('is there a race "nowhere"? --cap needs none');
});

test('where nothing runs, that is said', async () => {
  await expect(raceSpots({ race: 'harbour-2027', url: 'http://127.0.0.1:1' })).rejects.toThrow('Does npm start run?');
});
