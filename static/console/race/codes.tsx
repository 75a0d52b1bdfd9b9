import { money } from '../../src/page/money';
import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import type { Values } from '../commands/fields';
import { useOrdered } from '../http/data';
import { Labelled } from '../page/field';
import { Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import { List } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

interface ListedCode {
  readonly id: string;
  readonly batch: string;
  readonly hint: string;
  readonly kind: string;
  readonly value: number;
  readonly expiresAt?: string;
  readonly isWithdrawn: boolean;
  readonly uses?: number;
  readonly used: number;
  readonly over: number;
}

interface Made {
  readonly madeCodes: { readonly batch: string; readonly number: number; readonly codes: readonly string[] };
}

interface Withdrawn {
  readonly withdrawnCodes: { readonly number: number };
}

const withdrawn = ({ withdrawnCodes: { number } }: Withdrawn, isDone: boolean) => (
  <p>{isDone ? c.withdrawDid(number) : c.withdrawWould(number)}</p>
);

/** Codes that lower a price or open an event: make them, see how they are used, withdraw them. */
export const Codes = ({ race }: RaceScreenProps) => (
  <>
    <ScreenHeading race={race}>{t.raceScreens.codes}</ScreenHeading>
    <CodeList race={race} />
    <MakeCodes race={race} />
  </>
);

type Coded = Pick<RaceScreenProps['race'], 'id' | 'currency' | 'timeZone'>;

/** The codes of a race, also beside its prices. */
export const CodeList = ({ race }: { race: Coded }) => {
  const data = useOrdered<{ readonly codes: readonly ListedCode[] }>(race.id, 'codes');
  return (
    <Shown data={data} what={t.things.list}>
      {({ codes }) => (
        <List
          texts={c.codes}
          caption={c.codes.listTitle}
          columns={c.codes.columns}
          rows={codes.map((code) => ({ key: code.id, cells: cellsOf(code, race) }))}
        />
      )}
    </Shown>
  );
};

const cellsOf = (code: ListedCode, race: Coded) => {
  const { id, batch, hint, kind, value, expiresAt, isWithdrawn, used, uses, over } = code;
  return {
    batch,
    hint: <code>{hint}</code>,
    off: c.codeOff(kind, value, money(value, race.currency)),
    used: c.codeUsed(used, uses, over),
    state: isWithdrawn
      ? c.codes.withdrawn
      : expiresAt
        ? c.codes.until(shortInstant(expiresAt, race.timeZone))
        : c.codes.valid,
    actions: !isWithdrawn && (
      <span class="row-actions">
        <CommandButton<Withdrawn>
          raceId={race.id}
          command="withdrawCode"
          content={{ id }}
          label={c.codes.withdraw}
          title={c.codes.withdrawOf(hint)}
          act={c.codes.withdraw}
          says={withdrawn}
        />
        <CommandButton<Withdrawn>
          raceId={race.id}
          command="withdrawCode"
          content={{ batch }}
          label={c.codes.withdrawBatch}
          title={c.codes.withdrawBatchOf(batch)}
          act={c.codes.withdrawBatch}
          says={withdrawn}
        />
      </span>
    ),
  };
};

/** The body of the command, from the fields of the form. */
const wishOf = ({ kind, percent, money, appliesTo, event, words, number, ...rest }: Values): Values => ({
  ...rest,
  ...(words === undefined ? { number: number ?? 1 } : { words }),
  ...(kind === 'percent' && { off: { kind, value: Number(percent ?? 0) / 100, appliesTo } }),
  ...(kind === 'amount' && { off: { kind, value: money ?? 0, appliesTo } }),
  ...(kind === 'price' && { off: { kind, value: money ?? 0 } }),
  ...(event !== 'none' && { opensEvents: [event] }),
});

const choicesOf = (words: Readonly<Record<string, string>>) => Object.entries(words);

const MakeCodes = ({ race }: Pick<RaceScreenProps, 'race'>) => (
  <CommandForm<Made>
    race={race}
    command="makeCodes"
    title={c.codes.title}
    lead={c.codes.lead}
    act={c.codes.act}
    content={wishOf}
    fields={[
      { name: 'batch', label: c.codes.batch, hint: c.codes.batchHint, kind: 'text' },
      { name: 'words', label: c.codes.words, hint: c.codes.wordsHint, kind: 'list', isOptional: true },
      { name: 'number', label: c.codes.number, kind: 'whole', isOptional: true },
      { name: 'kind', label: c.codes.kind, kind: 'choice', choices: choicesOf(c.codes.kinds), initial: 'percent' },
      { name: 'percent', label: c.codes.percent, kind: 'percent', isOptional: true },
      { name: 'money', label: c.codes.money, kind: 'money', isOptional: true },
      {
        name: 'appliesTo',
        label: c.codes.appliesTo,
        kind: 'choice',
        choices: choicesOf(c.codes.applies),
        initial: 'entry',
      },
      { name: 'uses', label: c.codes.uses, hint: c.codes.usesHint, kind: 'whole', isOptional: true },
      { name: 'perPerson', label: c.codes.perPerson, kind: 'whole', isOptional: true },
      { name: 'startsAt', label: c.codes.startsAt, hint: c.codes.expiresHint, kind: 'instant', isOptional: true },
      { name: 'expiresAt', label: c.codes.expiresAt, hint: c.codes.expiresHint, kind: 'instant', isOptional: true },
      { name: 'allow', label: c.codes.allow, hint: c.codes.allowHint, kind: 'text', isOptional: true },
      {
        name: 'event',
        label: c.codes.event,
        kind: 'choice',
        choices: [['none', c.codes.noEvent], ...race.events.map(({ id, name }) => [id, name] as const)],
        initial: 'none',
      },
    ]}
    says={({ madeCodes: { batch, number, codes } }, isDone) =>
      isDone ? (
        <>
          <p>{c.codesDid(number)}</p>
          {codes.length > 0 && (
            <Labelled id="new-codes" label={c.codes.copy}>
              <textarea id="new-codes" rows={Math.min(10, codes.length)} readOnly value={codes.join('\n')} />
            </Labelled>
          )}
        </>
      ) : (
        <p>{c.codesWould(number, batch)}</p>
      )
    }
  />
);
