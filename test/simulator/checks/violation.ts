/**
 * An invariant of reliability.md (S, L; S18: C5 of console.md), console.md (C), payments.md (P) or form.md (Q) that a history breaks: which one,
 * how, and where.
 */
export interface Violation {
  readonly invariant: `${'S' | 'L' | 'P' | 'Q' | 'C'}${number}` | 'L-Q';
  readonly what: string;
  readonly step: number;
}

/** Collects what a check finds. */
export const findings = () => {
  const violations: Violation[] = [];
  return {
    violations,
    /** Records a violation unless `holds`. */
    insist: (holds: boolean, invariant: Violation['invariant'], step: number, what: string) => {
      if (!holds) violations.push({ invariant, step, what });
    },
  };
};
