/** A frame of the sandbox's origin in the page, and the port to it. */
export interface Frame {
  readonly frame: HTMLIFrameElement;
  readonly port: MessagePort;
}

interface Wanted {
  readonly src: string;
  readonly name: string;
  /** What screen readers say. */
  readonly title: string;
}

/** Puts a frame into `place` and hands it its port with `opening` once it is loaded. */
export const openFrame = (place: HTMLElement, { src, name, title }: Wanted, opening: object): Frame => {
  const { port1, port2 } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.title = title;
  frame.src = src;
  // The wallets of real processors ask for it.
  frame.allow = 'payment *';
  Object.assign(frame.style, { border: '0', display: 'block', width: '100%' });
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(opening, new URL(src).origin, [port2]), {
    once: true,
  });
  place.append(frame);
  return { frame, port: port1 };
};
