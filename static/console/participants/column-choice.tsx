import { useState } from 'preact/hooks';
import type { ColumnsMessage } from '../../../lambdas/api/console/export-messages';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Shown } from '../page/words';
import type { RaceScreenProps } from '../race/race-screen';
import * as t from '../texts/en';
import * as f from '../texts/export-files';

interface ColumnChoiceProps {
  readonly race: RaceScreenProps['race'];
  /** The ids of the chosen columns. Undefined: those that a file has when nobody chooses. */
  readonly chosen: readonly string[] | undefined;
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Which columns a file gets: of every race, and of the form of this one. */
export const ColumnChoice = (props: ColumnChoiceProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{f.columnsTitle}</summary>
      {isOpen && <Columns {...props} />}
    </details>
  );
};

const Columns = ({ race, chosen, onChoose }: ColumnChoiceProps) => {
  const data = useData<ColumnsMessage>(at`/races/${race.id}/export-columns`);
  return (
    <Shown data={data} what={t.things.list}>
      {({ columns }) => {
        const ticked = new Set(chosen ?? columns.filter((one) => one.isDefault).map(({ id }) => id));
        const choose = (ids: ReadonlySet<string>) =>
          onChoose(columns.filter(({ id }) => ids.has(id)).map(({ id }) => id));
        const toggle = (id: string) => {
          const next = new Set(ticked);
          if (!next.delete(id)) next.add(id);
          choose(next);
        };
        return (
          <>
            <p>
              <button type="button" class="plain" onClick={() => choose(new Set(columns.map(({ id }) => id)))}>
                {f.allColumns}
              </button>{' '}
              <button type="button" class="plain" onClick={() => choose(new Set())}>
                {f.noColumns}
              </button>
            </p>
            {Object.entries(f.kinds).map(([kind, title]) => {
              const ofKind = columns.filter((one) => one.kind === kind);
              if (ofKind.length === 0) return null;
              return (
                <fieldset key={kind} class="column-choice">
                  <legend>{title}</legend>
                  {ofKind.map(({ id, label, isSensitive }) => (
                    <label key={id} class="choice">
                      <input type="checkbox" checked={ticked.has(id)} onChange={() => toggle(id)} />
                      {isSensitive ? f.sensitive(label) : label}
                    </label>
                  ))}
                </fieldset>
              );
            })}
            <p class="quiet" role="status">
              {f.ticked(ticked.size)}
            </p>
          </>
        );
      }}
    </Shown>
  );
};
