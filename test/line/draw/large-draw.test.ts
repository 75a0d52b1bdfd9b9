import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardPath } from '../../../lambdas/line/draw/proof';
import { aProof, testChain, writeProof } from './a-draw';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const ifPython = hasPython ? test : test.skip;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'draw-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = () =>
  spawnSync('python3', ['docs/draw/check_draw.py', folder, testChain.chain.hash], {
    encoding: 'utf8',
    timeout: 120_000,
  });

ifPython(
  'the script passes a draw of 200,000 passes, and finds the one that was changed, left out or added',
  async () => {
    const whole = aProof(200_000);
    await writeProof(folder, whole);
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('the list has 200000 passes') });
    const path = shardPath(0xab);
    const text = whole.get(path) ?? '';
    const last = text.lastIndexOf('\n', text.length - 2) + 1;
    for (const changed of [
      `${text.slice(0, last)}${text.slice(last, -2)}${text.at(-2) === '0' ? '1' : '0'}\n`,
      text.slice(0, last),
      `${text}ab${'f'.repeat(62)}\n`,
    ]) {
      await writeProof(folder, new Map([[path, changed]]));
      expect(run()).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('WRONG the list is the one that was fixed'),
      });
    }
  },
  300_000,
);
