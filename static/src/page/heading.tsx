import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface HeadingProps {
  readonly children: ComponentChildren;
  /** The document's title. Default: the text of the heading. */
  readonly title?: string | undefined;
  readonly class?: string;
}

let isFirstScreen = true;

/** The one `h1` of a screen. It takes the focus when the screen changes, so that screen readers and keyboards start there. */
export const Heading = ({ children, title, class: name }: HeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title ?? heading.current?.textContent ?? ''} · Startline`;
  });
  useLayoutEffect(() => {
    if (!isFirstScreen) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirstScreen = false;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} class={name}>
      {children}
    </h1>
  );
};
