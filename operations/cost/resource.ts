/** A resource of a synthesised template. */
export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The value at a path inside a value; undefined where the path ends early. */
export const dig = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
