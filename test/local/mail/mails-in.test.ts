import { mailsIn } from '../../../local/services/inbox/mails-in';

const simple = (to: string) => ({
  FromEmailAddress: '"Lake Run" <mail@startline.example>',
  Destination: { ToAddresses: [to] },
  Content: {
    Simple: {
      Subject: { Data: 'You are in', Charset: 'UTF-8' },
      Body: { Text: { Data: 'See you at the start.' }, Html: { Data: '<p>See you at the start.</p>' } },
      Headers: [{ Name: 'List-Unsubscribe', Value: '<https://startline.example/opt-out>' }],
    },
  },
  ConfigurationSetName: 'startline',
});

test('the inbox shows the mails of a batch in their order, and when they came', () => {
  const at = new Date('2026-11-28T10:00:00.900Z');
  const batch = JSON.stringify([simple('ada@example.com'), simple('grace@example.com')]);
  expect(mailsIn(batch, at)).toEqual([
    {
      messageId: expect.stringMatching(/^ses-/),
      from: '"Lake Run" <mail@startline.example>',
      replyTo: [],
      destination: { to: ['ada@example.com'], cc: [], bcc: [] },
      subject: 'You are in',
      body: { text: 'See you at the start.', html: '<p>See you at the start.</p>' },
      attachments: [],
      headers: [{ name: 'List-Unsubscribe', value: '<https://startline.example/opt-out>' }],
      at: Date.UTC(2026, 10, 28, 10) / 1000,
    },
    expect.objectContaining({ destination: { to: ['grace@example.com'], cc: [], bcc: [] } }),
  ]);
});

test('a mail of another kind keeps no other from being shown', () => {
  const raw = { ...simple('ada@example.com'), Content: { Raw: { Data: 'RnJvbTogYQ==' } } };
  expect(mailsIn(JSON.stringify([raw, simple('grace@example.com')]), new Date())).toHaveLength(1);
});

test.each(['{}', 'no JSON'])('%s is no batch', (json) => {
  expect(() => mailsIn(json, new Date())).toThrow();
});
