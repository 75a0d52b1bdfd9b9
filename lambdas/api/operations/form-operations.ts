import * as examples from '../examples/examples';
import * as formExamples from '../examples/form-examples';
import { publishedForm, shownText } from '../messages/form/forms';
import { stock } from '../messages/form/stock';
import type { Operation } from './operation';

/** What a registration asks for and sells, and what is accepted with it. */
export const formOperations = {
  'GET /api/races/{raceId}/stock': {
    id: 'showStock',
    summary: 'What is left of each limited variant',
    description:
      'The variants of the form of which there are only so many, at most 7 seconds old. `held`: all that is left is in others’ baskets, and what is not paid for comes back. Variants that are not named are not limited.',
    answer: {
      status: 200,
      description: 'The stock.',
      body: { name: 'Stock', schema: stock, examples: { stock: examples.stock } },
    },
    cached: true,
    problems: [],
  },
  'GET /api/races/{raceId}/forms/{revision}': {
    id: 'showForm',
    summary: 'What a race asks for besides the usual',
    description:
      'The questions of one revision of its form; the race names the present one. A revision never changes. Texts are by language tag: each has at least the one of `language`.',
    answer: {
      status: 200,
      description: 'The form.',
      body: { name: 'Form', schema: publishedForm, examples: { form: formExamples.publishedForm } },
    },
    cached: true,
    problems: [],
  },
  'GET /api/races/{raceId}/forms/{revision}/schema': {
    id: 'showEntrySchema',
    summary: 'The JSON Schema of the entries of a form',
    description:
      'JSON Schema 2020-12, with a definition for each event by its id. It cannot say between which days a date must be: the form says it.',
    answer: { status: 200, description: 'The schema.' },
    cached: true,
    problems: [],
  },
  'GET /api/races/{raceId}/texts/{hash}': {
    id: 'showText',
    summary: 'A text that runners accept',
    description:
      'A waiver, terms or a notice, by the SHA-256 (base64url) of its text: a form names it so, and so does a signature. It never changes, and is never deleted.',
    answer: {
      status: 200,
      description: 'The text.',
      body: { name: 'LegalText', schema: shownText, examples: { text: examples.text } },
    },
    cached: true,
    problems: [],
  },
} as const satisfies Record<string, Operation>;
