import * as t from '../texts/page';
import { maxGroupSize } from './register-href';

interface HowManyProps {
  readonly id: string;
  readonly label?: string;
  /** What the question is about, for screen readers only. */
  readonly about?: string;
  readonly people: number;
  readonly most?: number;
  readonly isFixed?: boolean;
  readonly onChoose: (people: number) => void;
}

/** How many people are in the group. The default is 1, so that a single runner can ignore it. */
export const HowMany = ({
  id,
  label = t.howMany,
  about,
  people,
  most = maxGroupSize,
  isFixed = false,
  onChoose,
}: HowManyProps) => (
  <div class="how-many">
    <label for={id}>
      {label}
      {about && <span class="aside-for-readers">{t.howManyAbout(about)}</span>}
    </label>
    <select id={id} value={people} disabled={isFixed} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
      {Array.from({ length: most }, (_, n) => (
        <option key={n} value={n + 1}>
          {n + 1}
        </option>
      ))}
    </select>
  </div>
);

/** Tells a group, before they begin, that all of them get a spot or none. */
export const AllOrNone = ({ people }: { people: number }) => (
  <div class="all-or-none" role="status">
    {people > 1 && <p class="quiet">{t.allOrNone(people)}</p>}
  </div>
);
