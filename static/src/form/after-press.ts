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
 * Runs work that may move the page, after the pointer is released. Leaving a box can show an error, and that must not move
 * the button that is being pressed.
 */
export const afterPress = (work: () => void) => {
  if (!isPressed) return work();
  addEventListener('pointerup', () => setTimeout(work), { once: true });
};
