import { type Controller, openController } from '../../static/src/flow/controller';
import { keepDraft } from '../../static/src/flow/keep-draft';
import { uuid7 } from '../../static/src/flow/random-ids';
import { createApi } from '../../static/src/http/api';
import { createRequest } from '../../static/src/http/request';
import { until } from '../support/until';

/** The page's own client and flow, in a browser without a screen. */
export const openPage = (raceId: string, fetch: typeof globalThis.fetch) => {
  const shelf = new Map<string, string>();
  const area = {
    getItem: (key: string) => shelf.get(key) ?? null,
    setItem: (key: string, text: string) => void shelf.set(key, text),
    removeItem: (key: string) => void shelf.delete(key),
  };
  const api = createApi(
    createRequest({ fetch, random: () => 0.5, wait: async () => {}, secret: () => 'S'.repeat(43) }),
  );
  const controller: Controller = openController({
    raceId,
    api,
    bank: { ask: async () => 'blocked', free: async () => {} },
    prove: async () => undefined,
    kept: keepDraft(() => area, raceId),
    now: () => Date.now(),
    learnTime: () => {},
    random: () => 0.5,
    newId: () => uuid7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    // The test asks for the outcome itself.
    later: () => () => {},
    lock: (work) => work(),
  });
  const { flow } = controller;
  const reach = (kind: string) =>
    until(
      () => flow.peek().stage.kind === kind,
      10,
      () => JSON.stringify(flow.peek().stage),
    );
  return { api, controller, shelf, reach };
};

export const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDay: '10',
  birthMonth: '12',
  birthYear: '1985',
  gender: 'female',
  emergencyContact: 'Anne, 555 0100',
} as const;
