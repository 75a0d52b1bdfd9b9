import { useEffect, useRef, useState } from 'preact/hooks';
import type { Draft, JsonObject } from '../editing/draft';
import { edit, inputId } from '../editing/inputs';
import { AskFirst } from '../page/ask-first';
import { Choice } from '../page/field';
import { loadPreview } from '../preview/files';
import type { PreviewScript } from '../preview/world';
import * as f from '../texts/form-editor';
import { Giving, Teams } from './giving';
import { Items } from './items';
import { currencyOf, eventsOf, type FormProps, formOf, languageOf } from './parts';
import { contactQuestion, genderQuestion, Questions } from './questions';
import { Rules } from './rules';
import { Signing } from './signing';

/** Without lists that are empty, which are a fault of their own. */
const beginning = (draft: Draft): Draft => ({
  ...draft,
  form: { language: 'en', questions: [genderQuestion('en'), contactQuestion('en')] },
});

/** What a race asks for and sells: a list for each kind, with what runners see beside it. */
export const FormEditor = ({ step, raceId }: FormProps) => {
  const { editor, ready } = step;
  const language = languageOf(step);
  if (ready.draft.form === undefined)
    return (
      <>
        <p>{f.none}</p>
        <button type="button" class="button button-quiet" onClick={() => edit(editor, beginning)}>
          {f.begin}
        </button>
      </>
    );
  return (
    <div class="form-editor">
      <div>
        <Choice
          id={inputId('form.language')}
          label={f.language}
          hint={f.languageHint}
          value={language}
          choices={languages(language)}
          onChange={(next) =>
            edit(editor, (draft) => ({ ...draft, form: inLanguage(draft.form as JsonObject, language, next) }))
          }
        />
        <Questions step={step} />
        <Items step={step} raceId={raceId} />
        <Rules step={step} />
        <Signing step={step} raceId={raceId} />
        <Giving step={step} />
        <Teams step={step} />
        {!ready.document?.form && (
          <AskFirst
            label={f.remove}
            title={f.remove}
            work={async () => {
              edit(editor, ({ form: _, ...draft }) => draft);
              return { kind: 'ok' };
            }}
            then={() => document.getElementById(inputId('form'))?.focus()}
          >
            <p>{f.removeWords}</p>
          </AskFirst>
        )}
      </div>
      <Aside step={step} />
    </div>
  );
};

const languages = (present: string) => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return [...new Set([present, ...f.languages])].map((code) => [code, names.of(code) ?? code] as const);
};

/** Texts are objects by language: what was said in the old one is said in the new one. */
const inLanguage = (value: JsonObject, old: string, next: string): JsonObject => {
  const moved = JSON.stringify(value, (key, of: unknown) =>
    (key === 'label' || key === 'help') && typeof of === 'object' && of !== null && old in of && !(next in of)
      ? {
          ...Object.fromEntries(Object.entries(of).filter(([language]) => language !== old)),
          [next]: (of as JsonObject)[old],
        }
      : of,
  );
  return { ...(JSON.parse(moved) as JsonObject), language: next };
};

/** The questions and items as runners see them, to be tried. */
const Aside = ({ step }: Pick<FormProps, 'step'>) => {
  const events = eventsOf(step);
  const [chosen, setChosen] = useState('');
  const eventId = events.some(([id]) => id === chosen) ? chosen : (events[0]?.[0] ?? '');
  const place = useRef<HTMLDivElement>(null);
  const [script, setScript] = useState<PreviewScript>();
  useEffect(() => {
    let isHere = true;
    void loadPreview().then(
      (here) => isHere && setScript(here),
      // The editor does without.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  const form = formOf(step);
  useEffect(() => {
    if (!script || !place.current) return;
    script.showForm(place.current, { form, eventId, currency: currencyOf(step) });
  }, [script, JSON.stringify(form), eventId]);
  useEffect(() => () => void (script && place.current && script.showForm(place.current, undefined)), [script]);
  return (
    <aside class="form-preview" aria-label={f.showPreview}>
      <h3>{f.showPreview}</h3>
      <p class="quiet">{f.previewHint}</p>
      {events.length > 1 && (
        <Choice id="form-preview-event" label={f.previewEvent} value={eventId} choices={events} onChange={setChosen} />
      )}
      <div ref={place} />
    </aside>
  );
};
