import fc from 'fast-check';
import { type Reply, ReplyReader } from '../../../lambdas/platform/memcached/reply-reader';

const reply: fc.Arbitrary<{ bytes: Buffer; reply: Reply }> = fc.oneof(
  fc
    .constantFrom('HD', 'EN', 'NF', 'NS', 'MN')
    .map((code) => ({ bytes: Buffer.from(`${code} O1\r\n`), reply: { code, flags: ['O1'] } })),
  fc.uint8Array({ maxLength: 400 }).map((value) => ({
    bytes: Buffer.concat([Buffer.from(`VA ${value.length} W O2\r\n`), value, Buffer.from('\r\n')]),
    reply: { code: 'VA', flags: ['W', 'O2'], value: Buffer.from(value) },
  })),
  fc.constantFrom('ERROR', 'CLIENT_ERROR no', 'SERVER_ERROR out of memory storing object').map((line) => ({
    bytes: Buffer.from(`${line}\r\n`),
    reply: { code: 'ERROR', flags: [], value: Buffer.from(line) },
  })),
);

test('replies are the same however the network cuts them', () => {
  fc.assert(
    fc.property(
      fc.array(reply, { maxLength: 20 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 60 })),
      (replies, cuts) => {
        const bytes = Buffer.concat(replies.map((one) => one.bytes));
        const reader = new ReplyReader();
        const read: Reply[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = cuts.next().value;
          read.push(...reader.read(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(read).toEqual(replies.map((one) => one.reply));
      },
    ),
  );
});
