import { Undoing } from '../../../local/emulator/undoing';

test('what was begun last is ended first, and only once', async () => {
  const undoing = new Undoing();
  const ended: string[] = [];
  for (const name of ['database', 'cache', 'site']) undoing.add(async () => ended.push(name));
  await undoing.all();
  await undoing.all();
  expect(ended).toEqual(['site', 'cache', 'database']);
});

test('one that cannot be ended keeps nobody else running, and is told of', async () => {
  const undoing = new Undoing();
  const ended: string[] = [];
  undoing.add(async () => ended.push('database'));
  undoing.add(() => Promise.reject(new Error('the cache hangs')));
  await expect(undoing.all()).rejects.toThrow('the cache hangs');
  expect(ended).toEqual(['database']);
});
