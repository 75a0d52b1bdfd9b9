import { entryApi } from './entry/entry-api';
import { FormFilling } from './entry/form-filling';
import { PersonStep } from './entry/person-step';
import { isRight, readEntry } from './entry/read-entry';

/**
 * The fifth script: the steps of a race that has a form. The browser loads it when a spot is held in such a race, or taken
 * over.
 */
export const formPages = { filling: FormFilling, PersonStep, entryApi, isRight, readEntry };
