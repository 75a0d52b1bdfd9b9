import { useEffect, useRef } from 'preact/hooks';

export interface SummaryLine {
  /** Id of the box the line leads to. */
  readonly to: string;
  readonly message: string;
}

/** Everything that is wrong with a form, each line leading to its box. Takes the focus whenever `round` goes up. */
export const ErrorSummary = ({ lines, round }: { lines: readonly SummaryLine[]; round: number }) => {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (round > 0 && lines.length > 0) box.current?.focus();
  }, [round]);
  if (lines.length === 0) return null;
  return (
    <section class="summary" ref={box} tabIndex={-1} aria-labelledby="summary-title">
      <h2 id="summary-title">
        {lines.length === 1 ? 'One answer needs another look' : `${lines.length} answers need another look`}
      </h2>
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
