import { useEffect, useRef } from 'preact/hooks';
import * as t from '../texts/page';

export interface SummaryLine {
  /** Id of the input that the line links to. */
  readonly to: string;
  readonly message: string;
}

/** Lists the errors of a form; each line links to its input. Takes the focus whenever `round` increases. */
export const ErrorSummary = ({ lines, round }: { lines: readonly SummaryLine[]; round: number }) => {
  const box = useRef<HTMLElement>(null);
  const before = useRef(0);
  useEffect(() => {
    if (round > before.current && lines.length > 0) box.current?.focus();
    before.current = round;
  }, [round]);
  if (lines.length === 0) return null;
  return (
    <section class="summary" ref={box} tabIndex={-1} aria-labelledby="summary-title">
      <h2 id="summary-title">{t.summary(lines.length)}</h2>
      <ul>
        {lines.map(({ to, message }) => (
          <li key={to}>
            <a
              href={`#${to}`}
              onClick={(click) => {
                click.preventDefault();
                document.getElementById(to)?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
};
