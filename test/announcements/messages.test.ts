import * as v from 'valibot';
import {
  previewAnnouncementMessage,
  sendAnnouncementMessage,
  testAnnouncementMessage,
} from '../../lambdas/announcements/messages';

test.each([
  [previewAnnouncementMessage, 'previewAnnouncement', {}],
  [testAnnouncementMessage, 'testAnnouncement', {}],
  [sendAnnouncementMessage, 'sendAnnouncement', { announcementId: '0199a000-0000-7000-8000-000000000001' }],
] as const)('no subject has the link that opens a registration: others read subjects', (message, name, more) => {
  const faults = (subject: string) =>
    v
      .safeParse(message, { [name]: { raceId: 'ulm-2027', subject, body: '{link}', ...more } })
      .issues?.map((issue) => [v.getDotPath(issue), issue.message]);
  expect(faults('{firstName}, number {number} of {event}')).toBeUndefined();
  expect(faults('Your page: {link}')).toEqual([[`${name}.subject`, 'link-in-subject']]);
});

test('a text that tells people their bib has its number in it', () => {
  const text = { raceId: 'ulm-2027', subject: 'Your bib', body: 'It is there.', mail: 'bib-untold' };
  const faults = (changes: object) =>
    v
      .safeParse(previewAnnouncementMessage, { previewAnnouncement: { ...text, ...changes } })
      .issues?.map((issue) => [v.getDotPath(issue), issue.message]);
  expect(faults({})).toEqual([['previewAnnouncement.body', 'no-number-in-it']]);
  expect(faults({ body: 'It is {number}.' })).toBeUndefined();
  expect(faults({ mail: undefined })).toBeUndefined();
});
