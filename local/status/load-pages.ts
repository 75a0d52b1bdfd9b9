import type { RequestListener } from 'node:http';

interface LoadPages {
  readonly answer: RequestListener;
  /** Ends the test that runs. */
  readonly close: () => Promise<void>;
}

/** What is built beside us from loadtest/ui/mount.ts. */
interface Built {
  readonly mountLoadPages: (folder: string, answers: { readonly where: string; readonly url: string }) => LoadPages;
}

/**
 * The load test's pages, with twins of the races at `url` as what is tested and its runs in `folder`. Taken in when somebody asks for them:
 * they bring a builder along, and not everybody tests.
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
