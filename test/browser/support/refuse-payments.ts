import type { Page } from 'playwright-core';
import { marathonId } from './fakes/fake-races';

const about = { raceId: 'harbour', raceName: 'Harbour Marathon', eventId: marathonId, eventName: 'Marathon' };

/** From now on, who asks what became of a payment is told that there was nothing left for it. `meanwhile`: is called before. */
export const refusePayments = (page: Page, meanwhile = () => {}) =>
  page.route('**/api/registrations/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    meanwhile();
    const registrationId = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.fulfill({ json: { registrationId, ...about, status: 'refused' } });
  });
