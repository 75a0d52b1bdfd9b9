import crypto from 'node:crypto';
import * as examples from '../../../lambdas/api/examples/examples';
import { Browser } from '../../../loadtest/browser/browser';
import { Agenda } from '../../../loadtest/generator/agenda';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { askForSpots } from '../../../loadtest/people/ask-for-spots';
import { person } from '../../../loadtest/people/people';
import { UserSession } from '../../../loadtest/people/user-session';
import { turnInLine } from '../../../loadtest/people/wait-in-line';
import { uuid7 } from '../../../loadtest/uuid7';
import { turnOf } from '../../../static/src/line/turn';
import { refusal, smallLine } from '../support/small-line';

/** A shop with one spot and a line that calls everybody with its second answer. */
const comes = async (deadlineSeconds: number) => {
  let isCalled = false;
  const { url, seen } = await smallLine(1, {
    calledTo: () => {
      const turn = isCalled ? 1 : 0;
      isCalled = deadlineSeconds > 1;
      return turn;
    },
    instead: (path) => (path.endsWith('/holds') && !isCalled ? refusal('join-line') : undefined),
  });
  const session = new UserSession({
    browser: new Browser('127.0.0.1', rawEngine()),
    agenda: new Agenda(),
    random: () => 0,
    departure: performance.now(),
    deadlineSeconds,
    think: () => 0,
  });
  const asked = await askForSpots(
    session,
    {
      site: { url },
      raceId: examples.race.id,
      person: person(1, 'x'),
    } as unknown as Parameters<typeof askForSpots>[1],
    [{ eventId: examples.eventId, registrationId: uuid7() }],
  );
  return { asked, seen };
};

test('a runner who is sent to the line waits there as the page does, and asks again when they are called', async () => {
  const { asked, seen } = await comes(60);
  expect(asked.kind).toBe('held');
  expect(seen).toEqual(['POST holds', 'POST line/arrival', 'POST line/pass', 'GET line', 'GET line', 'POST holds']);
});

test('a runner whose time ends in the line got no spot', async () => {
  const { asked } = await comes(0.2);
  expect(asked).toEqual({ kind: 'told', outcome: { kind: 'all-held' } });
});

test.each([
  ['in the draw', { wave: 0 }, 'ab'.repeat(32)],
  ['before the draw', { wave: 0 }, undefined],
  ['of a later wave', { wave: 3, key: 0.25 }, 'ab'.repeat(32)],
  ['of a later wave, without a key', { wave: 3 }, undefined],
])('a pass %s has the turn that its page computes', async (_, more, seed) => {
  const pass = { passId: 'pass', hash: '6c'.repeat(32), seats: 8, ...more };
  expect(turnInLine(pass, { seed })).toBe(await turnOf(pass, seed));
});

test('a turn that is drawn is computed once, however often its runner looks', async () => {
  const hmac = jest.spyOn(crypto, 'createHmac');
  const { seen } = await comes(60);
  expect(seen.filter((request) => request === 'GET line')).toHaveLength(2);
  expect(hmac).toHaveBeenCalledTimes(1);
});
