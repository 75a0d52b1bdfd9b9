import { useState } from 'preact/hooks';
import { Note } from '../page/words';
import * as w from '../texts/files';

type Sending = { readonly kind: 'idle' | 'sending' | 'sent' } | { readonly kind: 'failed'; readonly words: string };

const kinds = { idle: undefined, sending: undefined, sent: 'good', failed: 'bad' } as const;

const words = (sending: Sending): string | undefined => {
  if (sending.kind === 'failed') return sending.words;
  return { idle: undefined, sending: w.fileSending, sent: w.fileSent }[sending.kind];
};

/** The name of a file without its end, as the first words for what is in it. */
export const wordsOfName = ({ name }: File): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);

/** Sends a file that was chosen, and says how it goes. */
export const useChosen = (take: (file: File) => Promise<string | undefined>) => {
  const [sending, put] = useState<Sending>({ kind: 'idle' });
  return {
    isSending: sending.kind === 'sending',
    note: <Note kind={kinds[sending.kind]}>{words(sending) !== undefined && <p>{words(sending)}</p>}</Note>,
    choose: async ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      const [file] = currentTarget.files ?? [];
      if (!file) return;
      put({ kind: 'sending' });
      const fault = await take(file);
      // The same file can be chosen again.
      currentTarget.value = '';
      put(fault === undefined ? { kind: 'sent' } : { kind: 'failed', words: fault });
    },
  };
};
