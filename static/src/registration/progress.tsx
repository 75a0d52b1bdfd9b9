import * as first from '../texts/first';

const stations = ['spot', 'runner', 'waiver', 'pay'] as const;

/** The steps of a registration and the current one. */
export const Progress = ({ at }: { at: (typeof stations)[number] | 'done' }) => {
  const position = at === 'done' ? stations.length : stations.indexOf(at);
  return (
    <nav aria-label={first.progress}>
      <ol class="lane">
        {stations.map((name, index) => (
          <li
            key={name}
            class={index < position ? 'lane-done' : index === position ? 'lane-here' : ''}
            aria-current={index === position ? 'step' : undefined}
          >
            {' '}
            {first.stations[name]} <span class="aside-for-readers">{index < position ? first.stationDone : ''}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
};
