import { Agent } from 'node:http';
import { arrivals } from './arrivals';
import { Browser } from './browser';
import { addressOf, person } from './people';
import { Recorder } from './recorder';
import { type Ending, register, type Site } from './runner';
import { uuid7 } from './uuid7';

export interface Crowd {
  readonly site: Site;
  readonly raceId: string;
  readonly eventId: string;
  readonly runners: number;
  /** All set off within so many seconds. */
  readonly within: number;
  /** Seconds a person needs for a form, at least and at most. */
  readonly think: readonly [number, number];
  readonly card: string;
  /** Seconds after which who is not done has given up. */
  readonly patience: number;
  readonly progress?: (done: number) => void;
}

export interface Outcome {
  readonly endings: readonly Ending[];
  readonly recorder: Recorder;
  readonly seconds: number;
}

/** Lets everybody run, each at the moment fixed for him beforehand, however slow the server is. */
export const letRun = async (crowd: Crowd): Promise<Outcome> => {
  const { site, raceId, eventId, runners, within, think, card, patience, progress = () => undefined } = crowd;
  const [least, most] = think;
  const run = uuid7().slice(-8);
  const recorder = new Recorder();
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const started = performance.now();
  let done = 0;

  const one = async (n: number, departure: number): Promise<Ending> => {
    await new Promise((resolve) => setTimeout(resolve, departure - (performance.now() - started)));
    const journey = {
      site,
      raceId,
      eventId,
      registrationId: uuid7(),
      person: person(n, run),
      card,
      think: () => least + Math.random() * (most - least),
      deadline: Date.now() + patience * 1000,
    };
    const ending = await register(new Browser(addressOf(n), agent), journey, (step, ms) => recorder.note(step, ms));
    progress(++done);
    return ending;
  };

  const endings = await Promise.all(arrivals(runners, within).map((departure, n) => one(n, departure)));
  agent.destroy();
  return { endings, recorder, seconds: (performance.now() - started) / 1000 };
};
