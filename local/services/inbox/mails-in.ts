import { randomUUID } from 'node:crypto';
import type { Email } from 'aws-ses-v2-local/dist/store';
import * as v from 'valibot';

const addresses = v.optional(v.array(v.string()), []);
const text = v.object({ Data: v.string() });
const headers = v.optional(v.array(v.object({ Name: v.string(), Value: v.string() })));

/** What is shown of a request to send a mail: local/mail has checked the rest of it. */
const sent = v.object({
  FromEmailAddress: v.string(),
  ReplyToAddresses: addresses,
  Destination: v.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses }),
  Content: v.object({
    Simple: v.object({
      Subject: text,
      Body: v.object({ Text: v.optional(text), Html: v.optional(text) }),
      Headers: headers,
    }),
  }),
});

/**
 * The mails in a JSON array of requests for SendEmail, as the inbox shows them. Raw mails and templates, which we never send, are
 * left out.
 */
export const mailsIn = (json: string, at: Date): readonly Email[] => {
  const requests: unknown = JSON.parse(json);
  if (!Array.isArray(requests)) throw new Error('An array of requests for SendEmail was expected.');
  return requests.flatMap((request) => {
    const { success, output } = v.safeParse(sent, request);
    return success ? [mailOf(output, at)] : [];
  });
};

const mailOf = (
  { FromEmailAddress, ReplyToAddresses, Destination, Content: { Simple } }: v.InferOutput<typeof sent>,
  at: Date,
): Email => ({
  messageId: `ses-${randomUUID()}`,
  from: FromEmailAddress,
  replyTo: ReplyToAddresses,
  destination: {
    to: Destination.ToAddresses,
    cc: Destination.CcAddresses,
    bcc: Destination.BccAddresses,
  },
  subject: Simple.Subject.Data,
  body: { html: Simple.Body.Html?.Data, text: Simple.Body.Text?.Data },
  attachments: [],
  headers: Simple.Headers?.map(({ Name, Value }) => ({ name: Name, value: Value })),
  at: Math.floor(at.getTime() / 1_000),
});
