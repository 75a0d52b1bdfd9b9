import type { Step } from '../flow/steps';

const stations = [
  ['spot', 'Spot'],
  ['runner', 'Runner'],
  ['waiver', 'Waiver'],
  ['pay', 'Payment'],
] as const;

/** The steps of a registration and the current one. */
export const Progress = ({ at }: { at: Step | 'spot' | 'done' }) => {
  const position = at === 'done' ? stations.length : stations.findIndex(([name]) => name === at);
  return (
    <nav aria-label="Progress">
      <ol class="lane">
        {stations.map(([name, label], index) => (
          <li
            key={name}
            class={index < position ? 'lane-done' : index === position ? 'lane-here' : ''}
            aria-current={index === position ? 'step' : undefined}
          >
            {label}
            <span class="aside-for-readers">{index < position ? ', done' : ''}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
};
