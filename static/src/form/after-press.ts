let isPressed = false;

if (typeof addEventListener === 'function') {
  addEventListener(
    'pointerdown',
    () => {
      isPressed = true;
    },
    { capture: true },
  );
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(
      end,
      () => {
        isPressed = false;
      },
      { capture: true },
    );
  }
}

/**
 * Runs what may move the page once no finger or button is down: an error that appears because a box was left must not push
 * away the button that is being pressed.
 */
export const afterPress = (work: () => void) => {
  if (!isPressed) return work();
  addEventListener('pointerup', () => setTimeout(work), { once: true });
};
