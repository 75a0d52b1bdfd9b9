import type { FundraiserListMessage } from '../../../lambdas/api/messages/form/fundraisers';
import { money } from '../../src/page/money';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import { useData } from '../http/data';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import { More, Nothing } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Hidden {
  readonly hiddenFundraiser: { readonly slug: string; readonly isHidden: boolean; readonly isChanged: boolean };
}

const hidden = ({ hiddenFundraiser: { slug, isHidden, isChanged } }: Hidden, isDone: boolean) => (
  <p>{isDone ? c.hideDid(slug, isHidden) : c.hideWould(slug, isHidden, isChanged)}</p>
);

/** Pages on which runners collect for a cause: hide one, show it again. */
export const Fundraisers = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.fundraisers}</ScreenHeading>
    <Pages race={race} after={undefined} />
    <CommandForm<Hidden>
      race={race}
      command="hideFundraiser"
      title={c.fundraisers.title}
      lead={c.fundraisers.lead}
      act={c.fundraisers.act}
      fields={[
        { name: 'slug', label: c.fundraisers.slug, hint: c.fundraisers.slugHint, kind: 'text' },
        { name: 'show', label: c.fundraisers.show, kind: 'yes' },
      ]}
      says={hidden}
    />
  </>
);

const Pages = ({ race, after }: Pick<RaceScreenProps, 'race'> & { readonly after: string | undefined }) => {
  const url = `/api/races/${race.id}/fundraisers${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`;
  const data = useData<FundraiserListMessage>(url);
  return (
    <Shown data={data} what={t.things.list}>
      {({ fundraisers, next, currency }) => (
        <>
          {fundraisers.length === 0 && after === undefined && <Nothing {...c.fundraisers} />}
          {fundraisers.length > 0 && (
            <Table
              caption={c.fundraisers.listTitle}
              columns={c.fundraisers.columns}
              rows={fundraisers.map(({ slug, title, by, raised, gifts, isOpen }) => ({
                key: slug,
                cells: {
                  title,
                  by: by ?? '',
                  raised: c.raisedBy(money(raised, currency), gifts),
                  state: isOpen ? c.fundraisers.open : c.fundraisers.closed,
                  actions: (
                    <CommandButton<Hidden>
                      raceId={race.id}
                      command="hideFundraiser"
                      content={{ slug }}
                      label={c.fundraisers.hide}
                      title={c.fundraisers.hideOf(title)}
                      act={c.fundraisers.hide}
                      says={hidden}
                    />
                  ),
                },
              }))}
            />
          )}
          <More next={next}>{(from) => <Pages race={race} after={from} />}</More>
        </>
      )}
    </Shown>
  );
};
