import type { Errands } from '../draw/ports';
import type { LineRegister } from './arm-lines';
import type { LineWork } from './ports';

interface Needs {
  /** Makes the lines that are due. */
  readonly arm: () => Promise<unknown>;
  /** Gives a line to races to which too many come at once. */
  readonly beginSurges: () => Promise<void>;
  readonly register: Pick<LineRegister, 'entered' | 'unfinished' | 'forgetPasses'>;
  readonly errands: Pick<Errands, 'arm'>;
  readonly order: (work: LineWork) => Promise<void>;
  readonly tick: () => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** Whoever was not called had time to look at the draw. */
const rememberedDays = 30;

/**
 * What is done for lines though nobody looks at them. Orders are given again each minute, so a lost one is late at the most. What
 * fails holds up nothing else.
 */
export const everyMinute = ({ arm, beginSurges, register, errands, order, tick, report }: Needs) => {
  const lettingIn = async () => {
    // Again and again: the gun may have been moved.
    for (const line of await register.entered()) await errands.arm(line);
  };
  const ending = async () => {
    for (const lineId of await register.unfinished()) await order({ kind: 'over', lineId });
  };
  const forgetting = () => register.forgetPasses(rememberedDays);
  return async (): Promise<void> => {
    for (const work of [arm, beginSurges, lettingIn, tick, ending, forgetting]) await work().catch(report);
  };
};
