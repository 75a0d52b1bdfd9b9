import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { busiest, profileSection } from '../../../bench/figures/profiles/busiest';
import { cpuProfile } from '../../../bench/figures/profiles/cpu-profile';
import { timeByPart } from '../../../bench/figures/profiles/parts';

const frame = (id: number, functionName: string, url = '') => ({ id, callFrame: { functionName, url, lineNumber: 6 } });

const profile = {
  nodes: [
    frame(1, '(idle)'),
    frame(2, 'open', 'file:///house/doors/door.mjs'),
    frame(3, '', 'file:///house/doors/key.mjs'),
  ],
  samples: [1, 2, 3, 2],
  timeDeltas: [9_000, 2_000, 1_000, 500],
};

test('time is summed by function, most first, and what was waited is left out', () =>
  expect(busiest(profile)).toEqual([
    { place: 'open, doors/door.mjs:7', ms: 2.5 },
    { place: '(anonymous), doors/key.mjs:7', ms: 1 },
  ]));

test('the busiest process comes first, each with its shares', () => {
  const idle = { ...profile, samples: [1, 3], timeDeltas: [9_000, 100] };
  const text = profileSection('Doors', [
    { process: 'idler', profile: idle },
    { process: 'opener', profile },
  ]);
  expect(text.indexOf('| opener: 3.5 ms |')).toBeLessThan(text.indexOf('| idler: 0.1 ms |'));
  expect(text).toContain('| open, doors/door.mjs:7 | 2.5 | 71.4 |');
});

test.each([
  ['signing and hashing', 'file:///house/lambdas/platform/aws/sign-request.ts'],
  ['signing and hashing', 'node:internal/crypto/hash'],
  ['event conversion', 'file:///house/lambdas/platform/http/request.ts'],
  ['routing', 'file:///house/lambdas/platform/http/api.ts'],
  ['validation', 'file:///house/node_modules/valibot/dist/index.mjs'],
  ['AWS SDK and Powertools', 'file:///house/node_modules/@smithy/core/dist/index.js'],
  ['PostgreSQL driver', 'file:///house/node_modules/pg-protocol/dist/parser.js'],
  ['HTTP, streams, sockets of Node', 'node:_http_client'],
  ['rules and use cases', 'file:///house/lambdas/spots/deal-spot.ts'],
  ['other packages', 'file:///house/node_modules/aws-ses-v2-local/dist/index.js'],
  ['other files', 'file:///house/build/functions/browse-races/index.mjs'],
  ['the rest of Node and V8', 'node:internal/timers'],
])('%s is the part of %s', (part, url) =>
  expect([...timeByPart({ ...profile, nodes: [frame(1, '(idle)'), frame(2, 'open', url)] })]).toEqual([[part, 2.5]]),
);

test('natives are told by their names, and what nobody named is the rest', () =>
  expect([
    ...timeByPart({ ...profile, nodes: [frame(1, 'writev'), frame(2, '(garbage collector)'), frame(3, '(program)')] }),
  ]).toEqual([
    ['writing to sockets', 9],
    ['garbage collection', 2.5],
    ['the rest of Node and V8', 1],
  ]));

test('a program under the recorder says where its time went, when it ends', () => {
  const place = mkdtempSync(join(tmpdir(), 'startline-profile-'));
  try {
    const recorder = readFileSync(resolve('bench/figures/profiles/record-cpu.mjs'), 'utf8');
    const source = recorder.replace(/fileURLToPath\(new URL\(.*\)\)/, JSON.stringify(place));
    const program = `${source}\nfunction spin() { for (const end = Date.now() + 300; Date.now() < end; ); }\nspin();`;
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 });
    const [file = ''] = readdirSync(place);
    const said = v.parse(cpuProfile, JSON.parse(readFileSync(join(place, file), 'utf8')));
    expect(busiest(said).map(({ place: where }) => where)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^spin, /)]),
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}, 120_000);
