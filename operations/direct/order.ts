/** What is typed behind `npm run direct --`. */
export interface Typed {
  /** `publish-race` */
  readonly command: string;
  readonly race?: string | undefined;
  /** The text of a JSON file: what the command is told. */
  readonly file?: string | undefined;
  /** The text of a CSV file. */
  readonly csv?: string | undefined;
  /** `seen=r17.d4`, `openNow=true` */
  readonly set?: readonly string[] | undefined;
  /** Who orders it. */
  readonly by?: string | undefined;
  /** Nothing is changed, and the answer says what would be. */
  readonly dry?: boolean | undefined;
}

/** These name the race that they make. */
const makers = ['createRace', 'beginRace'];

/** The message that the function of commands is invoked with. Throws when the file or a field cannot be read. */
export const orderOf = ({
  command,
  race,
  file,
  csv,
  set = [],
  by,
  dry = false,
}: Typed): Readonly<Record<string, unknown>> => {
  const name = command.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const content: unknown = file === undefined ? {} : readJson(file);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error('The file must have one JSON object: what the command is told.');
  const fields = Object.fromEntries(
    set.map((field) => {
      const [, key = '', value = ''] = /^([a-zA-Z]\w*)=(.*)$/s.exec(field) ?? [];
      if (key === '') throw new Error(`--set ${field} is not of the shape name=value.`);
      return [key, readValue(value)];
    }),
  );
  const raceField = makers.includes(name) ? 'id' : 'raceId';
  return {
    [name]: {
      ...content,
      ...(race !== undefined && { [raceField]: race }),
      ...(csv !== undefined && { csv }),
      ...fields,
    },
    ...(by !== undefined && { by }),
    ...(dry && { dry }),
  };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      `The file is no JSON: ${(error as Error).message}. It must have one object: what the command is told.`,
    );
  }
};

/** JSON where it is some, and otherwise the text itself. */
const readValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
