import * as v from 'valibot';

/** An option that is a number. */
export const numberOption = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.transform(Number),
    v.number(`must be a number from ${least} to ${most}`),
    v.minValue(least, `must be from ${least} on`),
    v.maxValue(most, `must be ${most} at most`),
  );

/** Reads the options of one kind of run. Throws with the name of the first that is wrong, and what was expected. */
export const readWished = <Schema extends v.GenericSchema>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): v.InferOutput<Schema> => {
  const read = v.safeParse(schema, values);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Error(`--${v.getDotPath(issue)?.replace(/\..*/, '') ?? 'option'}: ${issue.message}.`);
};
