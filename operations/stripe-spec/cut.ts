/** A JSON object of the specification: a schema, an operation or a map of them. */
type Node = Readonly<Record<string, unknown>>;

/** What of the specification is kept: the calls of our adapter, of the sandbox's pages and of the operator's commands. */
const operations: Readonly<Record<string, readonly ('get' | 'post')[]>> = {
  '/v1/disputes': ['get'],
  '/v1/disputes/{dispute}': ['get'],
  '/v1/payment_intents': ['get', 'post'],
  '/v1/payment_intents/search': ['get'],
  '/v1/payment_intents/{intent}': ['get', 'post'],
  '/v1/payment_intents/{intent}/cancel': ['post'],
  '/v1/payment_intents/{intent}/capture': ['post'],
  '/v1/payment_intents/{intent}/confirm': ['post'],
  '/v1/payment_method_domains': ['get', 'post'],
  '/v1/payment_method_domains/{payment_method_domain}': ['post'],
  '/v1/payment_method_domains/{payment_method_domain}/validate': ['post'],
  '/v1/payment_methods': ['post'],
  '/v1/refunds': ['get', 'post'],
  '/v1/refunds/{refund}': ['get'],
  '/v1/webhook_endpoints': ['get', 'post'],
  '/v1/webhook_endpoints/{webhook_endpoint}': ['post'],
};

/** Objects that no call answers with, but that pages or webhooks bring. */
const alsoKept = ['confirmation_token', 'event'];

/** Subjects that we have nothing to do with, kept as "anything": they would bring two thirds of all schemas along. */
const leftOut =
  /^(amount_details|application|card_present|destination_details|enhanced_(eligibility|evidence)|evidence|external_accounts|generated_from|hooks|mandate_data|mandate_options|on_behalf_of|payment_details|setup_intent|shipping|source|transfer_data)$/;

/** The references that we have expanded in answers. */
const expanded: readonly string[] = ['latest_charge'];

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/**
 * Cuts Stripe's OpenAPI 3.0 specification to our calls, and makes it OpenAPI 3.1, whose schemas are JSON Schema. Of
 * payment methods only cards are kept, and a reference that may be expanded is an id, unless we expand it.
 * Throws when a call or an object is not in the specification.
 */
export const cutSpecification = (whole: unknown): Node => {
  const all = at(whole, 'components', 'schemas');
  const methods = new Set(textsOf(at(all, 'payment_method', 'properties', 'type').enum));
  const reached = new Map<string, unknown>();

  const schemaNamed = (name: string): void => {
    if (reached.has(name)) return;
    reached.set(name, undefined);
    reached.set(name, schemaOf(at(all, name)));
  };

  const schemaOf = (schema: Node): Node => {
    const named = refOf(schema);
    if (named !== undefined) {
      schemaNamed(named);
      return { $ref: `#/components/schemas/${named}` };
    }
    if ('x-expansionResources' in schema) return orNull({ type: 'string' }, schema);
    const kept: Record<string, unknown> = {};
    for (const word of ['type', 'enum', 'pattern', 'maxLength', 'required', 'additionalProperties'] as const)
      if (word in schema) kept[word] = schema[word];
    if (isNode(schema.properties)) {
      kept.properties = propertiesOf(schema.properties);
      kept.required = textsOf(schema.required).filter((name) => isNode(kept.properties) && name in kept.properties);
    }
    if (isNode(schema.additionalProperties)) kept.additionalProperties = schemaOf(schema.additionalProperties);
    if (isNode(schema.items)) kept.items = schemaOf(schema.items);
    if (Array.isArray(schema.anyOf)) kept.anyOf = schema.anyOf.filter(isNode).map(schemaOf);
    return orNull(kept, schema);
  };

  const propertyOf = (name: string, { 'x-expansionResources': resources, ...schema }: Node): Node =>
    schemaOf(
      expanded.includes(name) || resources === undefined ? schema : { ...schema, 'x-expansionResources': resources },
    );

  const propertiesOf = (properties: Node): Node => {
    const names = Object.keys(properties);
    // `link` or `paypal` is left out only where it is one method of a map of many.
    const isMap = names.filter((name) => methods.has(name)).length > 20;
    const isAction = 'use_stripe_sdk' in properties && 'redirect_to_url' in properties;
    return Object.fromEntries(
      names
        .filter((name) => !isMap || name === 'card' || !methods.has(name))
        .filter((name) => !isAction || ['type', 'use_stripe_sdk', 'redirect_to_url'].includes(name))
        .map((name) => [name, leftOut.test(name) ? {} : propertyOf(name, at(properties, name))]),
    );
  };

  const operationOf = (operation: Node): Node => {
    const form = optional(operation, 'requestBody', 'content', 'application/x-www-form-urlencoded', 'schema');
    const parameters = Array.isArray(operation.parameters) ? operation.parameters.filter(isNode) : [];
    return {
      operationId: operation.operationId,
      parameters: parameters.map(({ name, in: where, required, schema }) => ({
        name,
        in: where,
        required,
        schema: isNode(schema) ? schemaOf(schema) : {},
      })),
      ...(form && { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: schemaOf(form) } } } }),
      responses: Object.fromEntries(
        ['200', 'default'].map((status) => [
          status,
          {
            content: {
              'application/json': {
                schema: schemaOf(at(operation, 'responses', status, 'content', 'application/json', 'schema')),
              },
            },
          },
        ]),
      ),
    };
  };

  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, verbs]) => [
      path,
      Object.fromEntries(verbs.map((verb) => [verb, operationOf(at(whole, 'paths', path, verb))])),
    ]),
  );
  for (const name of alsoKept) schemaNamed(name);
  const { title, version } = at(whole, 'info');
  return {
    openapi: '3.1.0',
    info: { title: `${title}, cut to the calls of Startline`, version, license: { name: 'MIT', url: 'LICENSE.txt' } },
    paths,
    components: { schemas: Object.fromEntries([...reached].sort(([a], [b]) => (a < b ? -1 : 1))) },
  };
};

/** `nullable` is a word of OpenAPI 3.0 only. */
const orNull = (schema: Record<string, unknown>, { nullable }: Node): Node => {
  if (nullable !== true) return schema;
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return Array.isArray(schema.anyOf) ? { anyOf: [...schema.anyOf, { type: 'null' }] } : schema;
};

const refOf = ({ $ref }: Node): string | undefined => (typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined);

const optional = (value: unknown, ...path: readonly string[]): Node | undefined => {
  const found = path.reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), value);
  return isNode(found) ? found : undefined;
};

const at = (value: unknown, ...path: readonly string[]): Node => {
  const found = optional(value, ...path);
  if (!found) throw new Error(`Stripe's specification has no ${path.join(' › ')}.`);
  return found;
};
