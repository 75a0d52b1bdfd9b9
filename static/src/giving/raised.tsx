import { money } from '../page/money';
import * as words from '../texts/giving';

interface RaisedProps {
  readonly title: string;
  readonly raised: number;
  readonly target?: number | undefined;
  readonly gifts: number;
  readonly currency: string;
}

/** What came together, in words, and how much of the target that is. */
export const Raised = ({ title, raised, target, gifts, currency }: RaisedProps) => {
  const goal = target === undefined ? undefined : money(target, currency);
  return (
    <>
      <p class="raised">{gifts === 0 ? words.raisedNone(goal) : words.raised(money(raised, currency), goal, gifts)}</p>
      {target !== undefined && (
        <progress class="gauge" max={target} value={Math.min(raised, target)} aria-label={words.gauge(title)} />
      )}
    </>
  );
};
