import type { Form } from '../../../lambdas/api/form/definition/form';
import type { ShownText } from '../../../lambdas/api/messages/form/forms';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import type { Draft } from '../editing/draft';

/** How many spots there are in each event of a preview. */
export const spotChoices = ['many', 'few', 'none', 'waiting-list'] as const;
export type SpotChoice = (typeof spotChoices)[number];

/** A draft as runners would see it. */
export interface Previewed {
  readonly race: RaceMessage;
  readonly form: Form | undefined;
  readonly holdSeconds: number;
  /** The draft has a form that cannot be shown, so the race is shown without one. */
  readonly isFormWrong: boolean;
}

/** What a preview shows instead of what a server would say. */
export interface World extends Omit<Previewed, 'isFormWrong'> {
  readonly texts: readonly ShownText[];
  readonly spots: SpotChoice;
  /** Its clock begins here, in milliseconds since the epoch, and goes on. */
  readonly at: number;
  /** A link leads to what no preview has. */
  readonly onOutside: () => void;
}

/** A form that is being written, to be tried in an event. */
export interface TriedForm {
  readonly form: unknown;
  readonly eventId: string;
  readonly currency: string;
}

/** What the script of the preview exports: the console loads it when somebody looks at one. */
export interface PreviewScript {
  /** `now`: in milliseconds since the epoch. What is missing in a draft is made up by it. */
  readonly raceOfDraft: (raceId: string, draft: Draft, now: number) => Previewed;
  /** Shows the questions and items of a form in `place`. Undefined: nothing any more. */
  readonly showForm: (place: HTMLElement, tried: TriedForm | undefined) => void;
  /** Shows the page of the race in `place`. Gives a function that ends it. */
  readonly showPreview: (place: HTMLElement, world: World) => () => void;
}
