import { raceId } from './examples';

const hex = (byte: string, bytes: number) => byte.repeat(bytes);

export const lineDocument = {
  raceId,
  lineId: '019c5f3e-7a31-7e55-9c0b-7d6e5f4a3b2c',
  kind: 'opening',
  state: 'calling',
  now: '2027-03-01T10:02:41.000Z',
  gun: '2027-03-01T10:00:00.000Z',
  atGun: 'draw',
  enrolUntil: '2027-03-01T10:00:12.000Z',
  passes: 212_431,
  commitment: hex('3a', 32),
  list: { root: hex('b1', 32), count: 211_576, late: 0 },
  beacon: { chain: hex('52', 32), round: 37_030_619, at: '2027-03-01T10:00:21.000Z', signature: hex('8f', 48) },
  secret: hex('07', 32),
  seed: hex('c4', 32),
  waves: [
    [0, 211_576, 1],
    [2, 343, 1],
    [3, 512, 1],
  ],
  events: [
    {
      eventId: '019c5f3e-0000-7000-8000-000000000001',
      calledTo: 0.0431,
      free: 812,
      curve: [[10, 0.0502, 0.0517, 0.052]],
      past: [[5, 0.0404]],
    },
  ],
  poll: { divide: 2, min: 3, max: 60 },
};
export const arrival = { arrivedAt: '2027-03-01T09:58:41.120Z', enrolAfter: 21_400 };
export const pass = { passId: 'AAECAwQFBgcICQoLDA0ODw', hash: hex('6c', 32), wave: 0, seats: 8 };
const moveToken = 'mfkz1q2r.AAECAwQFBgcICQoLDA0ODw.mfkzevr1.AAECAwQFBgcICQoLDA0ODw';
export const move = {
  link: `https://startline.example/races/harbour-2027#line=${moveToken}`,
  expiresAt: '2027-03-01T10:12:00.000Z',
};
export const take = { token: moveToken };
