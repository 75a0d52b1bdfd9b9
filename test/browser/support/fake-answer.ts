import { type ProblemName, problems, problemType } from '../../../lambdas/api/problems';

export interface Heard {
  readonly method: string;
  readonly path: string;
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
  status: problems[name].status,
  body: { type: problemType(name), ...problems[name], detail: `${problems[name].title}.`, ...more },
});
