/**
 * What the script in the page and the frames of the sandbox say to each other, over a port that the script hands to each
 * frame. The number of a card is never part of it.
 */
export interface Appearance {
  readonly theme?: string | undefined;
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The first message to the fields. */
export interface FieldsOpening {
  readonly key: string;
  readonly appearance: Appearance;
}

export type ToFields =
  | { readonly kind: 'appearance'; readonly appearance: Appearance }
  | { readonly kind: 'focus' }
  /** Checks the fields and shows what is wrong with them. */
  | { readonly kind: 'check'; readonly id: number }
  /** Makes a confirmation token of what is in the fields. */
  | { readonly kind: 'tokenise'; readonly id: number; readonly returnUrl?: string | undefined };

export interface FieldsChange {
  readonly complete: boolean;
  readonly empty: boolean;
  readonly type: string;
}

export type FromFields =
  | { readonly kind: 'ready' }
  /** In CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'change'; readonly change: FieldsChange }
  | { readonly kind: 'focus' | 'blur' | 'escape' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer };

/** An object of the API, or its error. */
export interface Answer {
  readonly value?: object | undefined;
  readonly error?: SandboxError | undefined;
}

export interface SandboxError {
  readonly type: string;
  readonly code?: string;
  readonly message?: string;
}

/** The first message to the bank's window, which answers with the changed payment intent. */
export interface ChallengeOpening {
  readonly key: string;
  readonly payment: string;
  readonly clientSecret: string;
}

export type FromChallenge = { readonly kind: 'answered'; readonly answer: Answer };

/** Waits for the page's script, which hands over a port with its first message. For the frames. */
export const begun = <Opening>(): Promise<{ readonly opening: Opening; readonly port: MessagePort }> =>
  new Promise((resolve) => {
    addEventListener('message', ({ data, ports: [port], source }) => {
      if (port && source === parent) resolve({ opening: data as Opening, port });
    });
  });
