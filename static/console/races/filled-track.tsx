/** A running track that is filled as spots are sold. Decoration: the words beside it say the same. */
export const FilledTrack = ({ share }: { share: number }) => (
  <svg class="filled-track" viewBox="0 0 72 40" aria-hidden="true" focusable="false">
    <path class="filled-track-lane" d={oval} />
    {share > 0 && (
      <path
        class="filled-track-sold"
        d={oval}
        pathLength={100}
        stroke-dasharray={`${Math.min(100, share * 100)} 100`}
      />
    )}
  </svg>
);

/** From the start line around the bends. */
const oval = 'M36 5H52A15 15 0 0 1 52 35H20A15 15 0 0 1 20 5Z';
