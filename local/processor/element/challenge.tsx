import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from './call';
import { begun, type ChallengeOpening, type FromChallenge } from './protocol';

/** The document that stands for the bank's own page. */
const answers = [
  ['pass', 'Yes, it is me'],
  ['fail', 'No, refuse it'],
  ['close', 'Close the window'],
] as const;
type Outcome = (typeof answers)[number][0];

const Question = ({ onAnswer }: { onAnswer: (outcome: Outcome) => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isSent, setSent] = useState(false);
  const tell = (outcome: Outcome) => {
    // A bank that hangs can still be closed.
    if (isSent && outcome !== 'close') return;
    setSent(true);
    onAnswer(outcome);
  };
  useEffect(() => heading.current?.focus(), []);
  return (
    <main
      onKeyDown={({ key }) => {
        if (key === 'Escape') tell('close');
      }}
    >
      <h1 ref={heading} tabIndex={-1}>
        Sandbox Bank
      </h1>
      <p>Is it you who wants to pay with this card? No money moves here.</p>
      {answers.map(([outcome, words]) => (
        <button
          key={outcome}
          type="button"
          class={outcome}
          aria-disabled={isSent && outcome !== 'close'}
          onClick={() => tell(outcome)}
        >
          {words}
        </button>
      ))}
    </main>
  );
};

const start = async () => {
  const root = document.getElementById('challenge');
  const { opening, port } = await begun<ChallengeOpening>();
  if (!root) return;
  const { key, payment, clientSecret } = opening;
  const answer = async (outcome: Outcome) => {
    const form = new URLSearchParams({ client_secret: clientSecret, outcome });
    const said: FromChallenge = {
      kind: 'answered',
      answer: await call('', key, `/v1/payment_intents/${encodeURIComponent(payment)}/authenticate`, form),
    };
    port.postMessage(said);
  };
  port.onmessage = () => void answer('close');
  render(<Question onAnswer={(outcome) => void answer(outcome)} />, root);
};

void start();
