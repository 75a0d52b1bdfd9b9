import { type Answer, problemOf } from './client';

/** Patterns that no answer may contain: how the server is built, and where it runs. */
const inside =
  /node_modules|\bat [\w.<>]+ \(|\.m?[jt]s:\d+|\b(SELECT|INSERT|UPDATE|DELETE) .+ (FROM|INTO|SET)\b|postgres|memcached|ECONN|valibot|sk_test|BEGIN PRIVATE/i;

/** What is wrong with an answer to any request: no answer, a server failure, or internals shown. */
const unsoundness = (answer: Answer): readonly string[] => {
  const { asked, status, headers, text } = answer;
  const short = asked.length > 120 ? `${asked.slice(0, 120)}…` : asked;
  if (status === 0) return [`${short}: ${text}`];
  const isBusy = status === 503 && headers['retry-after'] !== undefined;
  return [
    ...(status >= 500 && status !== 501 && !isBusy ? [`${short} answered ${status} ${text.slice(0, 200)}`] : []),
    ...(!headers['content-type']?.includes('html') && inside.test(text)
      ? [`${short} shows the inside: ${inside.exec(text)?.[0]}`]
      : []),
  ];
};

/** `409 sold-out` */
export const inShort = (answer: Answer): string =>
  [answer.status === 0 ? answer.text : answer.status, problemOf(answer)].filter(Boolean).join(' ');

/** `200 × 201, 40 × 429 too-many-holds` */
export const tally = (answers: readonly Answer[]): string => {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(inShort(answer), (counts.get(inShort(answer)) ?? 0) + 1);
  return [...counts].map(([what, times]) => `${times} × ${what}`).join(', ');
};

/** What an attack brought to light: the answers, and everything that is wrong with them. */
export class Evidence {
  readonly answers: string[] = [];
  readonly faults: string[] = [];

  /** A text for the result table. */
  note(what: string): this {
    this.answers.push(what);
    return this;
  }

  /** Checks that the answer is sound, and adds it to the table. */
  saw(what: string, ...answers: readonly Answer[]): this {
    this.answers.push(`${what} ${answers.length > 3 ? tally(answers) : answers.map(inShort).join(', ')}`);
    this.faults.push(...new Set(answers.flatMap(unsoundness)));
    return this;
  }

  /** `holds` must be true; `otherwise` says what is wrong. */
  that(isSo: boolean, otherwise: string): this {
    if (!isSo) this.faults.push(otherwise);
    return this;
  }

  /** Expects a refusal with one of these problem names and a status from 400 to 499. Without names: any refusal. */
  refused(what: string, answer: Answer, ...names: readonly string[]): this {
    this.saw(what, answer);
    const isRefusal = answer.status >= 400 && answer.status < 500;
    const isNamed = names.length === 0 || names.includes(problemOf(answer));
    return this.that(
      isRefusal && isNamed,
      `${what}: ${inShort(answer)}${names.length > 0 ? `, expected ${names.join(' or ')}` : ', expected a refusal'}`,
    );
  }

  /** Expects that the answer contains none of these secrets. */
  silent(what: string, answers: readonly Answer[], secrets: readonly string[]): this {
    for (const answer of answers)
      for (const secret of secrets)
        this.that(!answer.text.includes(secret), `${what}: ${answer.asked} tells "${secret}"`);
    return this;
  }
}
