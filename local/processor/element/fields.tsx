import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from './call';
import { type Card, cardErrors, grouped, tokenForm } from './card';
import { CardFields } from './card-fields';
import { type Answer, type Appearance, begun, type FieldsOpening, type FromFields, type ToFields } from './protocol';

/** The document of the fields: what is typed here leaves it only to the sandbox's API. */
const noCard: Card = { number: '', expiry: '', cvc: '' };
/** The wallet pays with this card, as the wallet of a phone pays with the card that is in it. */
const walletCard: Card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };

interface TestCard {
  readonly number: string;
  readonly what: string;
}

const dress = ({ theme, variables = {} }: Appearance): void => {
  const { style } = document.documentElement;
  style.colorScheme = theme === 'night' ? 'dark' : 'light';
  for (const [name, value] of Object.entries(variables)) if (value) style.setProperty(`--${name}`, value);
};

/** What the script asks; answered by the fields as they are at that moment. */
interface Questions {
  check(): Answer;
  tokenise(returnUrl: string | undefined): Promise<Answer>;
}

const TestCards = ({ cards, onChoose }: { cards: readonly TestCard[]; onChoose: (number: string) => void }) => (
  <details class="test-cards">
    <summary>Test cards: no money moves here</summary>
    <p>Press one to fill it in. Any expiry date to come and any three digits will do.</p>
    <ul>
      {cards.map(({ number, what }) => (
        <li key={number}>
          <button type="button" onClick={() => onChoose(number)}>
            {grouped(number)}
          </button>{' '}
          {what}
        </li>
      ))}
    </ul>
  </details>
);

interface FormProps {
  readonly say: (message: FromFields) => void;
  readonly listen: (questions: Questions) => void;
  readonly make: (form: URLSearchParams) => Promise<Answer>;
}

const Form = ({ say, listen, make }: FormProps) => {
  const [method, setMethod] = useState<'card' | 'wallet'>('card');
  const [card, setCard] = useState(noCard);
  const [showsAll, setShowsAll] = useState(false);
  const [cards, setCards] = useState<readonly TestCard[]>([]);
  const isWallet = method === 'wallet';
  const errors = isWallet ? {} : cardErrors(card, new Date());
  const [first] = Object.entries(errors);

  listen({
    check: () => {
      setShowsAll(true);
      if (!first) return {};
      document.getElementById(first[0])?.focus();
      return { error: first[1] };
    },
    tokenise: (returnUrl) =>
      make(
        tokenForm(isWallet ? walletCard : card, {
          ...(isWallet && { 'payment_method_data[card][wallet]': 'google_pay' }),
          ...(returnUrl && { return_url: returnUrl }),
        }),
      ),
  });

  const isEmpty = !isWallet && Object.values(card).every((text) => text === '');
  useEffect(() => {
    say({ kind: 'change', change: { complete: !first, empty: isEmpty, type: isWallet ? 'sandbox_pay' : 'card' } });
  }, [first === undefined, isEmpty, isWallet]);
  useEffect(() => {
    say({ kind: 'ready' });
    void fetch('/test_cards')
      .then((answer) => answer.json())
      .then(({ data }) => setCards(data));
  }, []);

  return (
    <>
      <fieldset class="methods">
        <legend>Pay with</legend>
        {(['card', 'wallet'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="method" checked={method === one} onChange={() => setMethod(one)} />
            {one === 'card' ? 'Card' : 'Sandbox Pay'}
          </label>
        ))}
      </fieldset>
      {isWallet ? (
        <p class="wallet">The wallet of this device pays with its own card. There is nothing to type.</p>
      ) : (
        <CardFields card={card} errors={errors} showsAll={showsAll} onType={setCard} />
      )}
      {!isWallet && (
        <TestCards
          cards={cards}
          onChoose={(number) => setCard({ number: grouped(number), expiry: '12/40', cvc: '123' })}
        />
      )}
    </>
  );
};

const start = async () => {
  const root = document.getElementById('fields');
  const { opening, port } = await begun<FieldsOpening>();
  if (!root) return;
  dress(opening.appearance);
  const say = (message: FromFields) => port.postMessage(message);
  let questions: Questions | undefined;
  port.onmessage = async ({ data }) => {
    const message = data as ToFields;
    if (message.kind === 'appearance') dress(message.appearance);
    else if (message.kind === 'focus') root.querySelector('input')?.focus();
    else if (questions) {
      const { id } = message;
      const answer = await (message.kind === 'check' ? questions.check() : questions.tokenise(message.returnUrl));
      say({ kind: 'answer', id, answer });
    }
  };
  new ResizeObserver(() => say({ kind: 'height', height: Math.ceil(root.getBoundingClientRect().height) })).observe(
    root,
  );
  render(
    <Form
      say={say}
      listen={(now) => {
        questions = now;
      }}
      make={(form) => call('', opening.key, '/v1/confirmation_tokens', form)}
    />,
    root,
  );
};

void start();
