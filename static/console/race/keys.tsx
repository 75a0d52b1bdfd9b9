import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import type { Values } from '../commands/fields';
import { useOrdered } from '../http/data';
import { Labelled } from '../page/field';
import { Shown } from '../page/words';
import * as t from '../texts/en';
import * as r from '../texts/race-day';
import { List } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface ListedKey {
  readonly keyId: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly madeAt: string;
  readonly lastUsedAt: string | null;
  readonly withdrawnAt: string | null;
}

interface Made {
  readonly madeApiKey: { readonly label: string; readonly key?: string };
}

/** Keys for machines that post times or news: make one, see when it was used, withdraw it. */
export const Keys = ({ race }: RaceScreenProps) => {
  const data = useOrdered<{ readonly apiKeys: readonly ListedKey[] }>(race.id, 'apiKeys', {}, 30);
  return (
    <>
      <ScreenHeading race={race}>{r.keys.title}</ScreenHeading>
      <Shown data={data} what={t.things.list}>
        {({ apiKeys }) => (
          <List
            texts={r.keys}
            caption={r.keys.listTitle}
            columns={r.keys.columns}
            rows={apiKeys.map((key) => ({ key: key.keyId, cells: cellsOf(key, race) }))}
          />
        )}
      </Shown>
      <MakeKey race={race} />
    </>
  );
};

const cellsOf = (key: ListedKey, race: RaceScreenProps['race']) => {
  const { keyId, label, scopes, madeAt, lastUsedAt, withdrawnAt } = key;
  const when = (instant: string) => shortInstant(instant, race.timeZone);
  return {
    label,
    scopes: scopes.map((scope) => r.keys.scopes[scope] ?? scope).join(', '),
    made: when(madeAt),
    used: lastUsedAt === null ? r.keys.never : when(lastUsedAt),
    state: withdrawnAt === null ? r.keys.works : r.keys.withdrawnAt(when(withdrawnAt)),
    actions: withdrawnAt === null && (
      <span class="row-actions">
        <CommandButton
          raceId={race.id}
          command="withdrawApiKey"
          content={{ keyId }}
          label={r.keys.withdraw}
          title={r.keys.withdrawOf(label)}
          act={r.keys.withdraw}
          says={(_, isDone) => <p>{isDone ? r.keys.withdrawDid(label) : r.keys.withdrawWould(label)}</p>}
        />
      </span>
    ),
  };
};

const wishOf = ({ label, times, feed }: Values): Values => ({
  label,
  scopes: [...(times ? ['times'] : []), ...(feed ? ['feed'] : [])],
});

const MakeKey = ({ race }: Pick<RaceScreenProps, 'race'>) => (
  <CommandForm<Made>
    race={race}
    command="makeApiKey"
    title={r.keys.make}
    lead={r.keys.lead}
    act={r.keys.act}
    content={wishOf}
    fields={[
      { name: 'label', label: r.keys.label, hint: r.keys.labelHint, kind: 'text' },
      { name: 'times', label: r.keys.mayTimes, kind: 'yes', initial: 'yes' },
      { name: 'feed', label: r.keys.mayFeed, kind: 'yes' },
    ]}
    says={({ madeApiKey: { label, key } }, isDone) =>
      isDone && key !== undefined ? (
        <>
          <p>{r.keys.did(label)}</p>
          <Labelled id="new-key" label={r.keys.copy} hint={r.keys.copyHint}>
            <textarea id="new-key" rows={3} readOnly spellcheck={false} value={key} />
          </Labelled>
        </>
      ) : (
        <p>{r.keys.would(label)}</p>
      )
    }
  />
);
