import { nothingTyped, withoutSent } from '../../static/console/race/feed/feed-draft';

const sent = { ...nothingTyped, text: 'Off', bib: '7', point: '5 km', time: '15:00', list: 'Men', leaders: '7 15:00' };

test('once a message is published, its fields are empty, and its point and its list stay for the next one', () => {
  expect(withoutSent(sent, sent)).toEqual({ ...nothingTyped, point: '5 km', list: 'Men' });
});

test.each(['text', 'bib', 'time', 'leaders'] as const)(
  'what is typed into the field “%s” while a message is sent, stays there',
  (name) => {
    expect(withoutSent({ ...sent, [name]: 'new' }, sent)[name]).toBe('new');
  },
);
