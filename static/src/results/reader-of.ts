import * as v from 'valibot';
import { at } from '../http/api';
import { readOfCrowd } from '../http/crowd';
import { createReader, type Reader } from './read-version';

/** The server wrote the files, so their shape is not checked again. */
const file = v.custom<object>((given) => typeof given === 'object' && given !== null);

const readers = new Map<string, Reader>();

/** The reader of a race. All pages share it, so a person who opens a runner and goes back loads nothing twice. */
export const readerOf = (raceId: string): Reader => {
  const folder = at`/results/${raceId}/`;
  const reader =
    readers.get(raceId) ?? createReader((path) => readOfCrowd({ url: folder + path, schema: file, retries: 2 }));
  readers.set(raceId, reader);
  return reader;
};
