import type { PublishedForm } from '../../../lambdas/api/messages/form/forms';
import type { StockMessage } from '../../../lambdas/api/messages/form/stock';
import { CommandForm } from '../commands/command-form';
import { useData } from '../http/data';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import { Nothing } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface Limited {
  readonly id: string;
  readonly name: string;
}

/** Items of which there are only so many, such as shirts. */
export const Stock = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.stock}</ScreenHeading>
    {race.form === undefined ? <NothingLimited race={race} /> : <OfForm race={race} revision={race.form} />}
  </>
);

/** A form that was kept as a revision is published only after each of its limited variants has a stock. */
const NothingLimited = ({ race }: Pick<RaceScreenProps, 'race'>) => (
  <>
    <Nothing {...c.stock} />
    <details class="aside">
      <summary>{c.stock.ofNextForm}</summary>
      <SetStock race={race} limited={[]} />
    </details>
  </>
);

const OfForm = ({ race, revision }: Pick<RaceScreenProps, 'race'> & { readonly revision: number }) => {
  const form = useData<PublishedForm>(`/api/races/${race.id}/forms/${revision}`);
  const stock = useData<StockMessage>(`/api/races/${race.id}/stock`, 10);
  return (
    <Shown data={form} what={t.things.list}>
      {(shown) => {
        const limited = limitedIn(shown);
        if (limited.length === 0) return <NothingLimited race={race} />;
        return (
          <>
            <Shown data={stock} what={t.things.list}>
              {({ variants }) => (
                <Table
                  caption={c.stock.listTitle}
                  columns={c.stock.columns}
                  rows={limited.map(({ id, name }) => {
                    const known = variants.find(({ variant }) => variant === id);
                    const left = known?.state === 'few' ? known.left : undefined;
                    return {
                      key: id,
                      cells: {
                        name,
                        variant: <code>{id}</code>,
                        state: known ? c.stockStates(known.state, left) : t.none,
                      },
                    };
                  })}
                />
              )}
            </Shown>
            <SetStock race={race} limited={limited} />
          </>
        );
      }}
    </Shown>
  );
};

/** The limited variants of the form, with their names in the language of the form. */
const limitedIn = ({ language, items = [] }: PublishedForm): readonly Limited[] =>
  items.flatMap(({ label, variants }) =>
    variants
      .filter(({ limited }) => limited)
      .map((variant) => ({ id: variant.id, name: `${label[language] ?? ''} ${variant.label[language] ?? ''}` })),
  );

interface StockAnswer {
  readonly stock: { readonly variant: string; readonly stock: number; readonly before: number; readonly given: number };
}

const SetStock = ({ race, limited }: Pick<RaceScreenProps, 'race'> & { readonly limited: readonly Limited[] }) => {
  const nameOf = (id: string) => limited.find((one) => one.id === id)?.name ?? id;
  return (
    <CommandForm<StockAnswer>
      race={race}
      command="setStock"
      title={c.stock.title}
      act={c.stock.act}
      fields={[
        limited.length > 0
          ? {
              name: 'variant',
              label: c.stock.what,
              kind: 'choice',
              choices: limited.map(({ id, name }) => [id, name]),
              initial: limited[0]?.id ?? '',
            }
          : { name: 'variant', label: c.stock.what, hint: c.stock.variantHint, kind: 'text' },
        { name: 'stock', label: c.stock.stock, hint: c.stock.stockHint, kind: 'whole' },
      ]}
      says={({ stock: { variant, stock, before, given } }, isDone) => (
        <p>{isDone ? c.stockDid(nameOf(variant), stock) : c.stockWould(nameOf(variant), before, stock, given)}</p>
      )}
    />
  );
};
