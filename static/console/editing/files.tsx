import { Labelled } from '../page/field';
import { failureWords } from '../page/words';
import { optional } from '../texts/editing';
import * as w from '../texts/files';
import { type JsonObject, valueAt, withValue } from './draft';
import { edit, inputId, type StepProps, TextInput } from './inputs';
import { maxDocumentBytes, redrawn, sendFile } from './send-file';
import { Sponsors } from './sponsors';
import { useChosen, wordsOfName } from './use-chosen';

/** Files of a race: a picture, a logo, documents that runners download, and the logos of sponsors. They are sent when they are chosen. */
export const Files = (step: StepProps) => (
  <section class="card" id={inputId('media')} tabIndex={-1} aria-labelledby="files">
    <h2 id="files">{w.filesTitle}</h2>
    <p>{w.filesLead}</p>
    <Picture step={step} of="picture" />
    <Picture step={step} of="logo" />
    <Documents {...step} />
    <Sponsors {...step} />
  </section>
);

const Picture = ({ step, of }: { step: StepProps; of: 'picture' | 'logo' }) => {
  const path = `media.${of}`;
  const { raceId, editor, ready } = step;
  const shown = valueAt(ready.draft, path) as { readonly file?: string; readonly alt?: string } | undefined;
  const { isSending, note, choose } = useChosen(async (chosen) => {
    const picture = await redrawn(chosen);
    if (!picture) return w.noPicture;
    const answer = await sendFile(raceId, picture);
    if (answer.kind !== 'ok') return failureWords(answer);
    const { file, width, height } = answer.value;
    edit(editor, (draft) =>
      withValue(draft, path, { ...(valueAt(draft, path) as JsonObject), file, width, height } as JsonObject),
    );
    return undefined;
  });
  const id = inputId(`${path}.file`);
  return (
    <div class="file-choice">
      <Labelled id={id} label={optional(w.pictureLabels[of])} hint={w.pictureHints[of]}>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif"
          disabled={isSending}
          aria-describedby={`${id}-hint`}
          onChange={choose}
        />
      </Labelled>
      {note}
      {shown?.file !== undefined && (
        <>
          <img class="file-preview" src={`/media/${shown.file}`} alt={shown.alt ?? ''} />
          <TextInput step={step} path={`${path}.alt`} label={optional(w.altLabel)} hint={w.altHint} />
          <button
            type="button"
            class="button button-quiet"
            onClick={() => edit(editor, (draft) => withValue(draft, path, undefined))}
          >
            {w.removeFile(w.pictureLabels[of])}
          </button>
        </>
      )}
    </div>
  );
};

interface DraftFile extends JsonObject {
  readonly file: string;
  readonly title?: string;
  readonly bytes: number;
}

const mostDocuments = 10;

const Documents = (step: StepProps) => {
  const { raceId, editor, ready } = step;
  const files = (valueAt(ready.draft, 'media.files') ?? []) as readonly DraftFile[];
  const { isSending, note, choose } = useChosen(async (chosen) => {
    if (chosen.type !== 'application/pdf') return w.noPdf;
    if (chosen.size > maxDocumentBytes) return w.largePdf;
    const answer = await sendFile(raceId, chosen);
    if (answer.kind !== 'ok') return failureWords(answer);
    const { file, bytes } = answer.value;
    if (files.some((one) => one.file === file)) return w.fileTwice;
    const title = wordsOfName(chosen) || w.documentTitle;
    edit(editor, (draft) =>
      withValue(draft, 'media.files', [
        ...((valueAt(draft, 'media.files') ?? []) as DraftFile[]),
        { file, title, bytes },
      ]),
    );
    return undefined;
  });
  const id = inputId('media.files');
  return (
    <div class="file-choice">
      <Labelled id={id} label={optional(w.documentsLabel)} hint={w.documentsHint}>
        <input
          id={id}
          type="file"
          accept="application/pdf"
          disabled={isSending || files.length >= mostDocuments}
          aria-describedby={`${id}-hint`}
          onChange={choose}
        />
      </Labelled>
      {note}
      <ul class="file-list">
        {files.map(({ file, title }, n) => (
          <li key={file}>
            <TextInput step={step} path={`media.files.${n}.title`} label={w.documentName} />
            <p class="actions">
              <a class="button button-quiet" href={`/media/${file}`} download={`${title ?? w.documentTitle}.pdf`}>
                {w.lookAtFile(title ?? '')}
              </a>{' '}
              <button
                type="button"
                class="button button-quiet"
                onClick={() =>
                  edit(editor, (draft) =>
                    withValue(
                      draft,
                      'media.files',
                      ((valueAt(draft, 'media.files') ?? []) as DraftFile[]).filter((one) => one.file !== file),
                    ),
                  )
                }
              >
                {w.removeFile(title ?? '')}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
};
