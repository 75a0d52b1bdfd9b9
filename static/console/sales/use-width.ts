import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How wide an element is, in pixels, also when that changes. A picture that is drawn for it has letters of one size. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const look = () => setWidth(Math.max(200, Math.round(current.clientWidth)));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
};
