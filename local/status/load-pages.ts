import type { RequestListener } from 'node:http';

interface LoadPages {
  readonly answer: RequestListener;
  /** Stops the running test. */
  readonly close: () => Promise<void>;
}

/** The module built beside this one from loadtest/ui/mount.ts. */
interface Built {
  readonly mountLoadPages: (folder: string, answers: { readonly where: string; readonly url: string }) => LoadPages;
}

/**
 * The load test's pages. Tests run against twins of the races at `url` and keep their files in `folder`. Loaded at the
 * first request, because the module brings a bundler with it.
 */
export const openLoadPages = (folder: string, url: string): LoadPages => {
  let opened: Promise<LoadPages> | undefined;
  const open = async () => {
    const { mountLoadPages }: Built = await import(new URL('./load-pages.mjs', import.meta.url).href);
    return mountLoadPages(folder, { where: 'twin', url });
  };
  return {
    answer: (request, response) => {
      opened ??= open();
      opened.then(
        ({ answer }) => answer(request, response),
        (error: unknown) => response.writeHead(500).end(`The load test's pages cannot be opened: ${String(error)}\n`),
      );
    },
    close: async () => (await opened)?.close(),
  };
};
