import { marathon } from './a-form';

const en = (text: string) => ({ en: text });

/** An included shirt, pasta tickets, a hoodie for marathon runners, a cause, and a fee of 3 % and 50 cents. */
export const aStore = {
  language: 'en',
  questions: [],
  items: [
    {
      id: 'shirt',
      label: en('Shirt'),
      included: true,
      variants: [
        { id: 'shirt-s', label: en('S'), price: 0 },
        { id: 'shirt-m', label: en('M'), price: 0 },
        { id: 'shirt-xs', label: en('XS'), price: 0, retired: true },
      ],
    },
    {
      id: 'pasta-party',
      label: en('Pasta party'),
      maxPerPerson: 4,
      variants: [{ id: 'pasta', label: en('Ticket'), price: 1250 }],
    },
    {
      id: 'hoodie',
      label: en('Hoodie'),
      events: [marathon],
      variants: [{ id: 'hoodie-l', label: en('L'), price: 4500 }],
    },
  ],
  causes: [{ id: 'trees', label: en('Trees for the park'), presets: [500, 2000], least: 500, most: 100_000 }],
  fee: { basisPoints: 300, fixed: 50 },
};
