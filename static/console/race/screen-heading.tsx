import { Heading } from '../../src/page/heading';
import type { RaceScreenProps } from './race-screen';

/** The heading of a screen about one race. The title of the window names the race as well. */
export const ScreenHeading = ({ race, children }: Pick<RaceScreenProps, 'race'> & { readonly children: string }) => (
  <Heading title={`${children} · ${race.name}`}>{children}</Heading>
);
