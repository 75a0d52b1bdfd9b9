/**
 * The only script of the load test's pages: it puts the events of a running test into their elements. Without it
 * everything works except the live update.
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
      // An unchanged part is left alone, so that a screen reader does not read it twice.
      if (at && shown.get(id) !== html) at.innerHTML = html;
      shown.set(id, html);
    }
    if (next === undefined) return;
    source.close();
    location.replace(next);
  });
  // The browser reconnects by itself, and the first event restores the text.
  source.addEventListener('error', () => {
    shown.delete('state');
    const state = document.getElementById('state');
    if (state) state.textContent = 'The load test does not answer. Trying again …';
  });
}
