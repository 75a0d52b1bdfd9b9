import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import { type Frame, openFrame } from './frame';
import type { Answer, Appearance, FieldsOpening, FromFields, ToFields } from './protocol';

type Handler = (event: object) => unknown;

/** What the page uses of a payment element. */
export interface PaymentElement {
  mount(place: string | HTMLElement): void;
  destroy(): void;
  focus(): void;
  on(event: 'ready' | 'change' | 'focus' | 'blur' | 'escape' | 'loaderror', handler: Handler): PaymentElement;
}

/** The fields of one `elements()`: shown in a frame, asked by message. */
export class Fields implements PaymentElement {
  readonly #origin: string;
  readonly #key: string;
  readonly #handlers = new Map<string, Handler[]>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #appearance: Appearance;
  #open: Frame | undefined;
  #asked = 0;

  constructor(origin: string, key: string, { appearance = {} }: Pick<StripeElementsOptionsMode, 'appearance'>) {
    this.#origin = origin;
    this.#key = key;
    this.#appearance = appearance as Appearance;
  }

  mount(place: string | HTMLElement): void {
    const into = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place;
    if (!into) throw new Error('The fields have no place to be mounted in');
    const opening: FieldsOpening = { key: this.#key, appearance: this.#appearance };
    this.#open = openFrame(
      into,
      { src: `${this.#origin}/element`, name: 'card-fields', title: 'Secure payment input frame' },
      opening,
    );
    this.#open.port.onmessage = ({ data }) => this.#heard(data as FromFields);
  }

  destroy(): void {
    this.#open?.port.close();
    this.#open?.frame.remove();
    this.#open = undefined;
  }

  focus(): void {
    this.#say({ kind: 'focus' });
  }

  on(event: string, handler: Handler): this {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
    return this;
  }

  dress(appearance: Appearance): void {
    this.#appearance = appearance;
    this.#say({ kind: 'appearance', appearance });
  }

  check(): Promise<Answer> {
    return this.#ask((id) => ({ kind: 'check', id }));
  }

  tokenise(returnUrl: string | undefined): Promise<Answer> {
    return this.#ask((id) => ({ kind: 'tokenise', id, returnUrl }));
  }

  #say(message: ToFields): void {
    this.#open?.port.postMessage(message);
  }

  #ask(question: (id: number) => ToFields): Promise<Answer> {
    if (!this.#open) throw new Error('The fields are not mounted');
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#say(question(id));
    });
  }

  #heard(message: FromFields): void {
    switch (message.kind) {
      case 'height':
        if (this.#open) this.#open.frame.style.height = `${message.height}px`;
        break;
      case 'answer':
        this.#waiting.get(message.id)?.(message.answer);
        this.#waiting.delete(message.id);
        break;
      case 'change': {
        const { complete, empty, type } = message.change;
        this.#tell('change', { complete, empty, collapsed: false, value: { type } });
        break;
      }
      default:
        this.#tell(message.kind, {});
    }
  }

  #tell(event: string, detail: object): void {
    for (const handler of this.#handlers.get(event) ?? []) handler({ elementType: 'payment', ...detail });
  }
}
