const lanes = [0, 1, 2, 3, 4];
const width = 34;
const innermost = 44;

/** The bend of a track with its staggered start lines: this site's one ornament. */
export const Track = () => (
  <svg class="track" viewBox="0 0 600 400" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" focusable="false">
    {[...lanes, lanes.length].map((lane) => {
      const radius = innermost + lane * width;
      return (
        <path
          key={lane}
          class="track-lane"
          d={`M-20 ${200 + radius}H370A${radius} ${radius} 0 0 0 370 ${200 - radius}H-20`}
        />
      );
    })}
    {lanes.map((lane) => (
      <path key={lane} class="track-start" d={`M${380 - lane * 26} ${200 + innermost + lane * width}v${width}`} />
    ))}
  </svg>
);
