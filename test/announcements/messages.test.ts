import * as v from 'valibot';
import { previewAnnouncementMessage } from '../../lambdas/announcements/messages';

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
