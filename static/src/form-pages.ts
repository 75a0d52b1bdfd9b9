import { FormFilling } from './entry/form-filling';

/** The fifth script: the steps of a race that has a form. The browser loads it when a spot is held in such a race. */
export const formPages = { filling: FormFilling };
