interface CrumbProps {
  readonly race: { readonly id: string; readonly name: string };
  readonly eventName: string;
}

/** The race and the distance that a screen is about. */
export const Crumb = ({ race, eventName }: CrumbProps) => (
  <p class="crumb">
    <a href={`/races/${race.id}`}>{race.name}</a>
    <span>{eventName}</span>
  </p>
);
