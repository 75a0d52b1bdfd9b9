import { raceId } from './examples';
import { publishedForm } from './form-examples';

export const openEventsRequest = { code: 'Harbour Club 27' };

export const eventsOpened = {
  raceId,
  events: [
    {
      id: '01890a5d-ac96-774b-bcce-b302099a8099',
      name: 'Club relay',
      distance: 5000,
      capacity: 60,
      prices: [{ label: 'Members', from: '2027-03-01T10:00:00.000Z', amount: 3000 }],
    },
  ],
  form: publishedForm,
  access: 'k1.eyJldmVudElkcyI6W119.W8sV6u1m2yq0nE9wW5oJ4cTzR7hLkDfAq5b1pS3xM0b',
  expiresAt: '2027-03-01T11:00:05.000Z',
  now: '2027-03-01T10:00:05.000Z',
};
