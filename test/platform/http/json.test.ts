import * as v from 'valibot';
import { ourApi } from '../../../lambdas/functions/wiring/selling/site-api';
import type { Handlers } from '../../../lambdas/platform/http/api';
import { jsonFault } from '../../../lambdas/platform/http/json-fault';
import { reply } from '../../../lambdas/platform/http/reply';
import { requestEvent } from './request-event';

const routeKey = 'POST /api/registration-links';
const schema = v.strictObject({
  name: v.string(),
  age: v.optional(v.pipe(v.number(), v.integer())),
  runner: v.optional(v.strictObject({ email: v.string(), tags: v.optional(v.array(v.string())) })),
});
const handlers: Handlers = { [routeKey]: async (request) => reply(200, request.json(schema)) };

const send = async (body: string | Buffer | undefined, contentType: string | undefined = 'application/json') => {
  const event = requestEvent({
    routeKey,
    headers: contentType ? { 'Content-Type': contentType } : {},
    ...(body !== undefined && { body }),
  });
  const result = await ourApi(handlers)(event);
  return { status: result.statusCode, json: JSON.parse(result.body ?? '') };
};

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('takes %s', async (type) => {
  expect(await send('{"name":"Ada"}', type)).toEqual({ status: 200, json: { name: 'Ada' } });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])('refuses %j', async (type) => {
  expect((await send('{"name":"Ada"}', type)).status).toBe(415);
});

test('takes a body in base64', async () => {
  expect((await send(Buffer.from('{"name":"Zoë"}'))).json).toEqual({ name: 'Zoë' });
});

const sized = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
test.each([
  [16 * 1024, 200],
  [16 * 1024 + 1, 413],
])('a body of %d bytes: %d, as text and in base64', async (bytes, status) => {
  expect((await send(sized(bytes))).status).toBe(status);
  expect((await send(Buffer.from(sized(bytes)))).status).toBe(status);
});

test('counts bytes, not characters', async () => {
  expect((await send(`{"name":"${'é'.repeat(9000)}"}`)).status).toBe(413);
});

test('weighs a body before it reads it', async () => {
  const parse = jest.spyOn(JSON, 'parse');
  const event = requestEvent({ routeKey, headers: { 'content-type': 'application/json' }, body: sized(2_000_000) });
  await ourApi(handlers)(event);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test.each([
  ['nothing', undefined],
  ['an empty body', ''],
  ['half of it', '{"name":'],
  ['a trailing comma', '{"name":"a",}'],
  ['single quotes', "{'name':'a'}"],
  ['text that is not UTF-8', Buffer.from('{"name":"\xff\xfe"}', 'latin1')],
])('refuses %s, saying so', async (_, body) => {
  const { status, json } = await send(body);
  expect(status).toBe(422);
  expect(json.detail).toMatch(/body/);
});

test('names every field that is wrong, missing or unknown, and repeats no value', async () => {
  const { status, json } = await send(
    '{"age":1.5,"runner":{"email":7,"tags":["a",{}],"nick":"hunter2"},"admin":true,"role":"hunter2"}',
  );
  expect(status).toBe(422);
  expect(json.errors).toEqual(
    expect.arrayContaining([
      { field: 'name', message: 'is missing: it must be text' },
      { field: 'age', message: 'must be a whole number' },
      { field: 'runner.email', message: 'must be text, not a number' },
      { field: 'runner.tags.1', message: 'must be text, not an object' },
      { field: 'runner.nick', message: 'is not a field of this message' },
      { field: 'admin', message: 'is not a field of this message' },
      { field: 'role', message: 'is not a field of this message' },
    ]),
  );
  expect(json.errors).toHaveLength(7);
  expect(JSON.stringify(json)).not.toContain('hunter2');
});

test('gives up counting unknown fields, not reading', async () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]));
  const { status, json } = await send(JSON.stringify({ name: 'a', ...many }));
  expect(status).toBe(422);
  expect(json.errors.length).toBeLessThan(50);
});

test.each([
  ['a field twice', '{"name":"a","name":"b"}', 'name'],
  ['a field twice, spelt differently', '{"name":"a","n\\u0061me":"b"}', 'name'],
  ['__proto__', '{"name":"a","__proto__":{"age":1}}', '__proto__'],
  ['__proto__, spelt differently', '{"name":"a","\\u005f_proto__":{}}', '__proto__'],
  ['a list of nothing for an object', '[]', ''],
  ['a list of lists for an object', '[[[[]]],[]]', ''],
])('refuses %s', async (_, body, field) => {
  const { status, json } = await send(body);
  expect([status, json.errors[0].field]).toEqual([422, field]);
});

test.each(['"\\u0000"', '"\ufffd"', '"a\\ud800b"'])('refuses text no database keeps: %s', async (text) => {
  expect((await send(`{"name":${text}}`)).status).toBe(422);
});

test('takes what only looks like a fault', async () => {
  const name = '{"name":"a","name"} [[[[[[[[[[ \\" __proto__ 😀';
  expect(await send(JSON.stringify({ name }))).toEqual({ status: 200, json: { name } });
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
test('refuses what is nested deeper than eight levels, and says so', async () => {
  expect((await send(nested(9))).json.errors[0].message).toMatch(/nested/);
  expect((await send(nested(8000))).json.errors[0].message).toMatch(/nested/);
  expect((await send(nested(8))).json.errors[0].message).not.toMatch(/nested/);
});

test.each(['{"__proto__":{}}', '[{"a":{"\\u005f_proto__":1}}]'])('whatever the schema, nobody sends %s', (text) => {
  expect(jsonFault(text)).toMatchObject({ field: '__proto__' });
});
