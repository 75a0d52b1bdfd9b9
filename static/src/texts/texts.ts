import type { ComponentChildren, VNode } from 'preact';
import type { ProblemSentences } from '../../../lambdas/api/problems';
import type { ProblemFailure } from '../http/failure';
import type * as changes from './en/changes';
import type * as check from './en/check';
import type * as code from './en/code';
import type * as document from './en/document';
import type * as draw from './en/draw';
import type * as extras from './en/extras';
import type * as first from './en/first';
import type * as form from './en/form';
import type * as giving from './en/giving';
import type * as later from './en/later';
import type * as line from './en/line';
import type * as page from './en/page';
import type * as payment from './en/payment';
import type * as receipt from './en/receipt';
import type * as results from './en/results';
import type * as sign from './en/sign';
import type * as team from './en/team';
import type * as versions from './en/versions';
import type * as waitingList from './en/waiting-list';

/** The same words in another language. A sentence may have elements in it where the English one has. */
type Words<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : T extends (...parameters: infer P) => unknown
      ? (...parameters: P) => ComponentChildren
      : T extends VNode
        ? ComponentChildren
        : { readonly [K in keyof T]: Words<T[K]> };

/** All texts of the page in one language: a file `<tag>.ts` in this folder exports them as `texts`. */
export type Texts = Words<typeof page> &
  Words<typeof first> &
  Words<typeof later> &
  Words<typeof changes> &
  Words<typeof waitingList> &
  Words<typeof payment> &
  Words<typeof receipt> &
  Words<typeof form> &
  Words<typeof check> &
  Words<typeof code> &
  Words<typeof giving> &
  Words<typeof sign> &
  Words<typeof extras> &
  Words<typeof team> &
  Words<typeof results> &
  Words<typeof versions> &
  Words<typeof line> &
  Words<typeof draw> &
  Words<typeof document>;

/** The text `problem` of a language, from its table. A problem that the table does not know keeps the server's sentence. */
export const problemIn =
  (sentences: ProblemSentences) =>
  (failure: ProblemFailure): string => {
    // The server made these parameters for this problem.
    const sentence = sentences[failure.name] as ((parameters: unknown) => string) | undefined;
    return sentence?.(failure) ?? failure.detail;
  };
