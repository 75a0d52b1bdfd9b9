/** A template, as far as it concerns other stacks. */
export interface Exporting {
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>;
}

/** The value of each export of the templates, by its name. */
export const exportsOf = (templates: readonly Exporting[]): ReadonlyMap<string, unknown> =>
  new Map(
    templates.flatMap(({ Outputs = {} }) =>
      Object.values(Outputs).flatMap(({ Value, Export }) => (Export ? [[Export.Name, Value] as const] : [])),
    ),
  );

/** As if all templates were one: an import of these exports becomes their value. */
export const withImports = <T>(value: T, exports: ReadonlyMap<string, unknown>): T =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    const name: unknown =
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, 'Fn::ImportValue') : undefined;
    return typeof name === 'string' && exports.has(name) ? exports.get(name) : inner;
  });
