import { digitsOf } from '../../src/page/money';
import { scaled, unscaled } from '../editing/draft';
import { ProseInput, type StepProps, TextInput } from '../editing/inputs';
import * as f from '../texts/form-editor';
import { ListEditor } from './list-editor';
import {
  currencyOf,
  EventBoxes,
  type FormProps,
  freshId,
  LabelInput,
  labelIn,
  languageOf,
  listAt,
  Tick,
  WholeInput,
} from './parts';

const g = f.giving;

interface MoneyProps {
  readonly step: StepProps;
  readonly path: string;
  readonly label: string;
}

const MoneyInput = (props: MoneyProps) => {
  const digits = digitsOf(currencyOf(props.step));
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      format={(amount) => unscaled(amount as never, digits)}
      parse={(text) => scaled(text, digits)}
    />
  );
};

/** What runners donate to, and what is added to what they pay. */
export const Giving = ({ step }: Pick<FormProps, 'step'>) => {
  const currency = currencyOf(step);
  const digits = digitsOf(currency);
  return (
    <>
      <ListEditor
        step={step}
        path="form.causes"
        texts={g}
        make={() => ({ id: freshId('c'), label: {}, presets: [], least: 10 ** digits, most: 1000 * 10 ** digits })}
        first={`label.${languageOf(step)}`}
        nameOf={(one) => labelIn(step, one)}
        staysOnce="offered"
      >
        {(_, at) => (
          <>
            <LabelInput step={step} path={`${at}.label`} label={g.label} />
            <LabelInput step={step} path={`${at}.help`} label={g.help} />
            <TextInput
              step={step}
              path={`${at}.presets`}
              label={g.presets(currency)}
              hint={g.presetsHint}
              format={(amounts) =>
                Array.isArray(amounts) ? amounts.map((one) => unscaled(one, digits)).join(' ') : String(amounts ?? '')
              }
              parse={(text) =>
                text
                  .split(/\s+/)
                  .filter(Boolean)
                  .map((one) => scaled(one, digits))
              }
            />
            <div class="side-by-side">
              <MoneyInput step={step} path={`${at}.least`} label={g.least} />
              <MoneyInput step={step} path={`${at}.most`} label={g.most} />
            </div>
          </>
        )}
      </ListEditor>
      {listAt(step, 'form.causes').length > 0 && <Tick step={step} path="form.fundraising" label={g.fundraising} />}
      <div class="side-by-side">
        <TextInput
          step={step}
          path="form.fee.basisPoints"
          label={g.percent}
          inputMode="decimal"
          format={(points) => unscaled(points as never, 2)}
          parse={(text) => scaled(text, 2)}
        />
        <MoneyInput step={step} path="form.fee.fixed" label={g.fixed(currency)} />
      </div>
    </>
  );
};

/** The kinds of teams. */
export const Teams = ({ step }: Pick<FormProps, 'step'>) => {
  const language = languageOf(step);
  const [first] = [`label.${language}`];
  return (
    <ListEditor
      step={step}
      path="form.teams.kinds"
      texts={f.teams}
      make={() => ({ id: freshId('t'), label: {}, size: 4 })}
      first={first}
      nameOf={(one) => labelIn(step, one)}
      staysOnce="offered"
    >
      {(_, at) => (
        <>
          <LabelInput step={step} path={`${at}.label`} label={f.teams.label} />
          <LabelInput step={step} path={`${at}.help`} label={f.teams.help} />
          <WholeInput step={step} path={`${at}.size`} label={f.teams.size} />
          <ProseInput
            step={step}
            path={`${at}.legs`}
            label={f.teams.legs}
            hint={f.teams.legsHint}
            rows={3}
            format={(legs) =>
              Array.isArray(legs)
                ? legs
                    .map(({ label }) => String((label as Readonly<Record<string, string>>)[language] ?? ''))
                    .join('\n')
                : ''
            }
            parse={(text) => {
              const lines = text
                .split('\n')
                .map((line) => line.trim())
                .filter(Boolean);
              return lines.length === 0 ? undefined : lines.map((line) => ({ label: { [language]: line } }));
            }}
          />
          <EventBoxes step={step} path={`${at}.events`} />
        </>
      )}
    </ListEditor>
  );
};
