const lanes = [0, 1, 2, 3, 4];
const laneWidth = 34;
const innerRadius = 44;

/** The bend of a running track with its staggered start lines, as decoration. */
export const Track = () => (
  <svg class="track" viewBox="0 0 600 400" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" focusable="false">
    {[...lanes, lanes.length].map((lane) => {
      const radius = innerRadius + lane * laneWidth;
      return (
        <path
          key={lane}
          class="track-lane"
          d={`M-20 ${200 + radius}H370A${radius} ${radius} 0 0 0 370 ${200 - radius}H-20`}
        />
      );
    })}
    {lanes.map((lane) => (
      <path
        key={lane}
        class="track-start"
        d={`M${380 - lane * 26} ${200 + innerRadius + lane * laneWidth}v${laneWidth}`}
      />
    ))}
  </svg>
);
