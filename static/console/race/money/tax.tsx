import { CommandForm } from '../../commands/command-form';
import * as c from '../../texts/commands';
import * as t from '../../texts/en';
import type { RaceScreenProps } from '../race-screen';
import { ScreenHeading } from '../screen-heading';

interface Taxed {
  readonly taxed: { readonly seller: string; readonly rate: number };
}
interface Seller {
  readonly seller: { readonly id: string };
}

/** Who issues the invoices of the race, and the tax that its prices contain. */
export const Tax = ({ race, may }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.tax}</ScreenHeading>
    {may.command('setTax') && (
      <CommandForm<Taxed>
        race={race}
        command="setTax"
        title={c.tax.taxTitle}
        lead={c.tax.taxLead}
        act={c.tax.taxAct}
        fields={[
          { name: 'seller', label: c.tax.seller, hint: c.tax.sellerHint, kind: 'text' },
          { name: 'rate', label: c.tax.rate, kind: 'percent' },
          { name: 'label', label: c.tax.label, hint: c.tax.labelHint, kind: 'text' },
        ]}
        says={({ taxed: { seller, rate } }, isDone) => <p>{c.taxSays(seller, rate / 100, isDone)}</p>}
      />
    )}
    {may.command('setSeller') && (
      <CommandForm<Seller>
        race={race}
        command="setSeller"
        title={c.tax.sellerTitle}
        lead={c.tax.sellerLead}
        act={c.tax.sellerAct}
        fields={[
          { name: 'id', label: c.tax.id, hint: c.tax.idHint, kind: 'text' },
          { name: 'name', label: c.tax.name, kind: 'text' },
          { name: 'address', label: c.tax.address, kind: 'lines' },
          { name: 'country', label: c.tax.country, hint: c.tax.countryHint, kind: 'text' },
          { name: 'taxId', label: c.tax.taxId, kind: 'text', isOptional: true },
          { name: 'prefix', label: c.tax.prefix, hint: c.tax.prefixHint, kind: 'text' },
        ]}
        says={({ seller: { id } }) => <p>{c.sellerSays(id)}</p>}
      />
    )}
  </>
);
