import { readConfig } from '../../page/services';
import { useLoaded } from '../../page/use-loaded';

const cards = [
  ['4242 4242 4242 4242', 'is accepted'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'is declined for insufficient funds'],
  ['4000 0000 0000 8005', 'is accepted after 8 seconds'],
  ['4000 0000 0000 8013', 'is accepted, but the first answer never comes'],
  ['4000 0000 0000 8021', 'is accepted, but refused when the money is taken'],
] as const;

/** Shown only when the payment processor is the built-in sandbox, where no money moves. */
export const TestCards = () => {
  const loaded = useLoaded('config', readConfig);
  if (loaded.kind !== 'ok' || loaded.value.processor.kind !== 'sandbox') return null;
  return (
    <details class="test-cards">
      <summary>Test cards: no money moves here</summary>
      <ul>
        {cards.map(([number, what]) => (
          <li key={number}>
            <code>{number}</code> {what}
          </li>
        ))}
      </ul>
      <p class="quiet">Any expiry date to come and any three digits will do.</p>
    </details>
  );
};
