import { createServer } from 'node:net';
import { portsFrom } from '../../../local/addresses';
import { freeBasePort, portsOfSystem } from '../../../local/services/free-port';
import { checkPorts, readBasePort } from '../../../local/supervisor/check-machine';

test('a port in use is named, with what it is for and how to use others', async () => {
  const base = await freeBasePort();
  const other = createServer().listen(base + 1, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  try {
    await expect(checkPorts(portsFrom(base), 0)).rejects.toThrow(
      `Port ${base + 1} (inbox) is in use by another program. Stop it, or start on others: STARTLINE_PORT=${base + 100}`,
    );
  } finally {
    other.close();
  }
});

test('a system has as many ports in a row as are looked for', () => {
  const ports = Object.values(portsFrom(0)).sort((a, b) => a - b);
  expect(ports).toEqual(Array.from({ length: portsOfSystem }, (_, n) => n));
});

test('a port that becomes free in time is waited for', async () => {
  const base = await freeBasePort();
  const other = createServer().listen(base, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const checked = checkPorts(portsFrom(base), 5_000);
  other.close();
  await checked;
});

test.each(['80', '70000', '8000.5', 'http', '32760'])('STARTLINE_PORT=%s is refused with what is allowed', (text) => {
  expect(() => readBasePort(text)).toThrow(/whole number from 1024 to 32753/);
});

test('without STARTLINE_PORT it is 8000', () =>
  expect([readBasePort(undefined), readBasePort(''), readBasePort('9000')]).toEqual([8000, 8000, 9000]));
