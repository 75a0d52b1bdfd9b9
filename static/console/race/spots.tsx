import * as t from '../texts/en';
import { Events } from './overview';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';
import { CapacityForm, ExpectForm, SaleForm } from './spot-forms';

/** How many spots there are, whether they are on sale, and how many people are expected. */
export const Spots = ({ race, may }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.spots}</ScreenHeading>
    <section>
      <Events race={race} />
    </section>
    {may.command('changeSale') && <SaleForm race={race} />}
    {may.command('changeCapacity') && <CapacityForm race={race} />}
    {may.command('expectRunners') && <ExpectForm race={race} />}
  </>
);
