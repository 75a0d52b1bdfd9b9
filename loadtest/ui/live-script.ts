/**
 * The only script of the load test's pages: puts what the server tells of a running test in its places. Without it
 * everything works but the growing.
 */
const place = document.querySelector<HTMLElement>('[data-events]');
const address = place?.dataset.events;

interface News {
  readonly parts: Readonly<Record<string, string>>;
  /** Where to go when the test has ended. */
  readonly next?: string;
}

if (address) {
  const source = new EventSource(address);
  const shown = new Map<string, string>();
  source.addEventListener('message', ({ data }) => {
    const { parts, next }: News = JSON.parse(data);
    for (const [id, html] of Object.entries(parts)) {
      const at = document.getElementById(id);
      // What stays the same is left alone, so that nobody hears it twice.
      if (at && shown.get(id) !== html) at.innerHTML = html;
      shown.set(id, html);
    }
    if (next === undefined) return;
    source.close();
    location.replace(next);
  });
  // The browser tries again by itself, and the first news puts the right words back.
  source.addEventListener('error', () => {
    shown.delete('state');
    const state = document.getElementById('state');
    if (state) state.textContent = 'The load test does not answer. Trying again …';
  });
}
