import { donated } from './entry/edit-draft';
import { entryApi } from './entry/entry-api';
import { extrasPage } from './entry/extras-script';
import { FormFilling } from './entry/form-filling';
import { formPlan, hasExtras } from './entry/form-plan';
import { PersonStep } from './entry/person-step';
import { isRight, readEntry } from './entry/read-entry';

/**
 * The fifth script: the steps of a race that has a form. The browser loads it when a spot is held in such a race, or taken
 * over.
 */
export const formPages = {
  filling: FormFilling,
  ExtrasStep: extrasPage((pages) => pages.ExtrasStep),
  PersonStep,
  donated,
  entryApi,
  formPlan,
  hasExtras,
  isRight,
  readEntry,
};
