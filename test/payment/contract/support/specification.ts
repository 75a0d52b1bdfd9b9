import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { quickToCompile } from '../../../support/quick-to-compile';
import type { Exchange } from './recorder';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: object;
}

interface Specification {
  readonly info: { readonly version: string };
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> }>
    >;
  };
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { parameters: readonly Parameter[]; requestBody?: object }>>>
  >;
}

const text = readFileSync(join(__dirname, '../stripe-openapi.json'), 'utf8');
const specification: Specification = JSON.parse(text);

/** Of Stripe's API, as the specification has it. */
export const specifiedVersion = specification.info.version;

/** A field that the specification does not have is a fault, too: the code would rely on what Stripe does not promise. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const deep = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = 'properties' in deep && 'type' in deep && !('additionalProperties' in deep);
  return isOpen ? { ...deep, additionalProperties: false } : deep;
};

/** Forms have texts only: `1` and `true` are read as the specification says. */
const forms = new Ajv({ ...quickToCompile, validateFormats: false, coerceTypes: true, allErrors: true });
const answers = new Ajv({ ...quickToCompile, validateFormats: false, allErrors: true });
forms.addSchema(JSON.parse(text), 'stripe');
const strict = Object(closed(JSON.parse(text)));
// Stripe answers with it, as the SDK's types say; the specification does not have it.
for (const name of ['payment_intent', 'charge']) strict.components.schemas[name].properties.source = {};
answers.addSchema(strict, 'stripe');

const templates = Object.keys(specification.paths).sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
const pointer = (...path: readonly string[]) =>
  `stripe#/${path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** The specification's name for a call, such as `POST /v1/payment_intents/{intent}/confirm`. */
export const callOf = ({ method, path }: Pick<Exchange, 'method' | 'path'>): string => {
  const found = templates.find((template) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path));
  return `${method} ${found ?? path}`;
};

/** Compiling a schema takes a hundred times as long as using it. */
const compiled = new Map<string, ValidateFunction>();

const judge = (ajv: Ajv, schema: object, value: unknown, what: string): string[] => {
  const key = `${ajv === forms} ${JSON.stringify(schema)}`;
  const validate = compiled.get(key) ?? ajv.compile(schema);
  compiled.set(key, validate);
  validate(structuredClone(value));
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
};

/** What the specification does not allow in this request. */
export const faultsOfRequest = (exchange: Exchange): readonly string[] => {
  const call = callOf(exchange);
  const [method = '', path = ''] = call.toLowerCase().split(' ');
  const operation = specification.paths[path]?.[method];
  if (!operation) return [`Stripe has no ${call}`];
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const query = {
    type: 'object',
    properties: Object.fromEntries(
      inQuery.map(({ name }) => [
        name,
        { $ref: pointer('paths', path, method, 'parameters', String(indexOf(operation.parameters, name)), 'schema') },
      ]),
    ),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  const form = operation.requestBody
    ? { $ref: pointer('paths', path, method, 'requestBody', 'content', 'application/x-www-form-urlencoded', 'schema') }
    : { type: 'object', additionalProperties: false };
  return [
    ...judge(forms, query, exchange.query, `${call} query`),
    ...judge(forms, form, exchange.form, `${call} form`),
  ];
};

const indexOf = (parameters: readonly Parameter[], name: string): number =>
  parameters.findIndex((one) => one.name === name);

/** What Stripe would not answer. */
export const faultsOfAnswer = (exchange: Exchange): readonly string[] => {
  const call = callOf(exchange);
  const [method = '', path = ''] = call.toLowerCase().split(' ');
  if (!specification.paths[path]?.[method]) return [`Stripe has no ${call}`];
  const status = exchange.status === 200 ? '200' : 'default';
  const schema = { $ref: pointer('paths', path, method, 'responses', status, 'content', 'application/json', 'schema') };
  return judge(answers, schema, exchange.body, `${call} ${exchange.status}`);
};

/** What Stripe's object of this name would not be. */
export const faultsOfObject = (name: string, object: unknown): readonly string[] =>
  judge(answers, { $ref: pointer('components', 'schemas', name) }, object, name);

/** The values that a field of an object may have. */
export const valuesOf = (name: string, field: string): readonly string[] =>
  specification.components.schemas[name]?.properties[field]?.enum ?? [];
