import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Ajv2020 from 'ajv/dist/2020';
import * as v from 'valibot';
import { quickToCompile } from '../../support/quick-to-compile';
import type { Answer, Client } from './client';

const media = v.object({ examples: v.optional(v.record(v.string(), v.unknown()), {}) });
const response = v.object({ content: v.optional(v.record(v.string(), media), {}) });
const operation = v.object({
  operationId: v.string(),
  // What may be left out of a query has no example.
  parameters: v.optional(
    v.array(v.object({ name: v.string(), example: v.optional(v.union([v.string(), v.number()])) })),
    [],
  ),
  requestBody: v.optional(v.object({ content: v.record(v.string(), media) })),
  responses: v.record(v.string(), response),
});
const document = v.object({
  paths: v.record(v.string(), v.record(v.string(), operation)),
  components: v.object({ examples: v.record(v.string(), v.object({ value: v.object({ type: v.string() }) })) }),
});
const problem = v.object({ type: v.string(), status: v.number(), retryAfter: v.optional(v.number()) });

export interface DescribedRequest {
  /** `POST /api/races/{raceId}/holds` */
  readonly route: string;
  /** With every parameter replaced by its example. */
  readonly path: string;
  readonly json?: unknown;
}

/** The system's own description of its API, read like a reader who has nothing else. */
export interface Description {
  readonly requests: readonly DescribedRequest[];
  /** Every difference between an answer and what the description promises for this route. */
  faultsOf(route: string, answer: Answer): readonly string[];
}

// The validator comes with the package that checks the description; that package depends on it.
const openAjv = (): Ajv2020 => {
  const ours = createRequire(join(process.cwd(), 'package.json'));
  const theirs = createRequire(ours.resolve('@seriousme/openapi-schema-validator'));
  const { default: Ajv }: { default: typeof Ajv2020 } = theirs('ajv/dist/2020');
  const { default: addFormats }: { default: (ajv: Ajv2020) => void } = theirs('ajv-formats');
  const ajv = new Ajv({ ...quickToCompile, allErrors: true });
  addFormats(ajv);
  return ajv;
};

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

export const readDescription = async (client: Client): Promise<Description> => {
  const { body } = await client('GET', '/api/openapi.json');
  const { paths, components } = v.parse(document, body);
  const ajv = openAjv();
  ajv.addSchema(v.parse(v.record(v.string(), v.unknown()), body), 'api');

  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ path, method, about })),
  );
  const requests = all.flatMap(({ path, method, about }) => {
    const filled = about.parameters.reduce((so, { name, example }) => so.replace(`{${name}}`, String(example)), path);
    const asked = { route: `${method.toUpperCase()} ${path}`, path: filled };
    const bodies = Object.values(about.requestBody?.content ?? {}).flatMap(({ examples }) => Object.values(examples));
    return bodies.length === 0 ? [asked] : bodies.map((one) => ({ ...asked, json: v.parse(valued, one).value }));
  });

  const faultsOf = (route: string, { status, headers, body: answered }: Answer): readonly string[] => {
    const one = all.find(({ method, path }) => `${method.toUpperCase()} ${path}` === route);
    if (!one) return [`${route} is not described`];
    const promised = one.about.responses[status];
    if (!promised) return [`${status} is not described for ${route}: ${JSON.stringify(answered)}`];
    const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
    const types = Object.keys(promised.content);
    if (types.length === 0) return answered === '' ? [] : [`${status} has a body`];
    const content = promised.content[type];
    if (!content) return [`the type is ${type}, not ${types.join(' or ')}`];

    const at = ['paths', one.path, one.method, 'responses', String(status), 'content', type, 'schema'];
    const validate = ajv.compile({ $ref: `api#/${at.map(escaped).map(encodeURIComponent).join('/')}` });
    const wrong = validate(answered) ? [] : [ajv.errorsText(validate.errors)];
    return type === 'application/problem+json'
      ? [...wrong, ...problemFaults(content, status, headers, answered)]
      : wrong;
  };

  const problemFaults = (
    { examples }: v.InferOutput<typeof media>,
    status: number,
    headers: Answer['headers'],
    answered: unknown,
  ): readonly string[] => {
    const said = v.parse(problem, answered);
    const types = Object.keys(examples).map((name) => components.examples[name]?.value.type);
    const after = headers['retry-after'];
    return [
      ...(types.includes(said.type) ? [] : [`the problem ${said.type} is none of ${types.join(', ')}`]),
      ...(said.status === status ? [] : [`the body says ${said.status}`]),
      ...(after === said.retryAfter?.toString() ? [] : [`Retry-After is ${after}, the body says ${said.retryAfter}`]),
    ];
  };
  return { requests, faultsOf };
};

const valued = v.object({ value: v.unknown() });
