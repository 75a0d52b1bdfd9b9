import fc from 'fast-check';
import { type Reply, ReplyReader } from '../../../lambdas/platform/memcached/reply-reader';

const reply: fc.Arbitrary<{ bytes: Buffer; reply: Reply }> = fc.oneof(
  fc
    .constantFrom('HD', 'EN', 'NF', 'NS', 'MN')
    .map((code) => ({ bytes: Buffer.from(`${code} O1\r\n`), reply: { code, flags: [], opaque: 1 } })),
  fc
    .tuple(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('c7 O2 W', 'O2 c7 W', 'c7 W O2'))
    .map(([value, flags]) => ({
      bytes: Buffer.concat([Buffer.from(`VA ${value.length} ${flags}\r\n`), value, Buffer.from('\r\n')]),
      reply: { code: 'VA', flags: ['c7', 'W'], opaque: 2, value: Buffer.from(value) },
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

test('replies are the same wherever one cut falls, and when every byte comes alone', () => {
  const lines = [
    'HD O1',
    'EN',
    'VA 3 O1023',
    'abc',
    'VA 0 c7 W O12',
    '',
    'NF O2 ',
    'SERVER_ERROR busy',
    'VA 2 O3',
    '\r\n',
    'MN',
  ];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`);
  const whole = new ReplyReader().read(bytes);
  expect(whole.map(({ code }) => code)).toEqual(['HD', 'EN', 'VA', 'VA', 'NF', 'ERROR', 'VA', 'MN']);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const reader = new ReplyReader();
    expect([...reader.read(bytes.subarray(0, cut)), ...reader.read(bytes.subarray(cut))]).toEqual(whole);
  }
  const reader = new ReplyReader();
  expect(Array.from(bytes, (byte) => reader.read(Buffer.of(byte))).flat()).toEqual(whole);
});

test.each(['HD Oother', 'HD O', 'HD O7x', 'HD c1 O7x W'])('%s has an opaque that is nobody’s', (line) => {
  expect(new ReplyReader().read(Buffer.from(`${line}\r\n`))).toMatchObject([{ opaque: Number.NaN }]);
});

test.each([
  'HDX',
  'HD\n',
  '',
  '\n',
  'VA',
  'VA x',
  'VA -1',
  'VA 5x',
  'VA-5',
  'VA5 O1',
  'HD\rxHD',
  'VA 99999999999',
  'hd',
  'ERRORS',
  'OK',
])('"%s" is no reply', (line) => {
  expect(() => new ReplyReader().read(Buffer.from(`${line}\r\nHD O1\r\n`))).toThrow('instead of a meta-protocol reply');
});

test('a value that goes on after its end is not believed', () => {
  expect(() => new ReplyReader().read(Buffer.from('VA 1 O1\r\nxyz\r\n'))).toThrow('does not end where it said');
});
