import { type ProblemName, problems, problemType } from '../../../../lambdas/api/problems';
import { titles } from '../../../../lambdas/api/texts/en/problems';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** Replaces the usual answer. `cut`: breaks the connection. `later`: the answer waits until it resolves. */
export type Answer = {
  readonly status?: number;
  readonly body?: unknown;
  readonly cut?: boolean;
  readonly later?: Promise<void>;
};

export const problemAnswer = (name: ProblemName, more: object = {}): Answer => ({
  status: problems[name],
  body: { type: problemType(name), status: problems[name], title: titles[name], detail: `${titles[name]}.`, ...more },
});
