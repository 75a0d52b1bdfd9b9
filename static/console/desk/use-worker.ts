import { useEffect, useState } from 'preact/hooks';

/** Written by static/build-desk-worker.ts. */
const workerFile = '/console/check-in-worker.js';
/** A desk stays open for a day: a network that was too poor for the files of this screen may be better later. */
const againMs = 30_000;

/** Whether this screen opens without a network. It has its worker installed, for the address of this race alone. */
export const useWorker = (raceId: string): boolean => {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tryToInstall = async () => {
      try {
        await install(raceId);
        if (!isOver) setReady(true);
      } catch {
        // Without a worker the screen needs a network when it is opened, as all others do.
        if (!isOver) timer = setTimeout(tryToInstall, againMs);
      }
    };
    void tryToInstall();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [raceId]);
  return isReady;
};

const install = async (raceId: string): Promise<void> => {
  const scope = `/console/races/${encodeURIComponent(raceId)}/check-in`;
  const { active, waiting, installing } = await navigator.serviceWorker.register(workerFile, { scope });
  const worker = active ?? waiting ?? installing;
  if (!worker || worker.state === 'activated') return;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The worker could not be installed.'));
    });
  });
};
