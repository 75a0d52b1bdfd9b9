import * as later from '../../texts/later';

const cards = [
  '4242 4242 4242 4242',
  '4000 0000 0000 0002',
  '4000 0000 0000 9995',
  '4000 0000 0000 8005',
  '4000 0000 0000 8013',
  '4000 0000 0000 8021',
] as const;

/** The cards of the built-in sandbox. */
export const TestCardList = () => (
  <details class="test-cards">
    <summary>{later.testCards}</summary>
    <ul>
      {cards.map((number, n) => (
        <li key={number}>
          <code>{number}</code> {later.testCardKinds[n]}
        </li>
      ))}
    </ul>
    <p class="quiet">{later.testCardsHint}</p>
  </details>
);
