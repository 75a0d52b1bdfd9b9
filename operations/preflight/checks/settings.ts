import type { KeptSettings } from '../../../lib/kept-settings';
import { notAccepted, objections } from '../../deploy/objections';
import type { Answer } from '../answer';
import { type Finding, judge } from '../finding';

/** Whether the next deployment takes away something that is deployed. `npm run deploy` asks the same. */
export const checkSettings = (
  deployed: Answer<KeptSettings | undefined>,
  wanted: KeptSettings,
  removed?: Readonly<Record<string, string>>,
): Finding =>
  judge('Settings that are deployed', deployed, (found) => {
    if (!found) return { green: 'none yet' };
    const all = notAccepted(objections(found, wanted), [], removed);
    return all.length === 0
      ? { green: 'none of them goes' }
      : {
          red: all.map(({ says }) => says).join(' '),
          mend: `put them back, or npm run deploy -- ${all.map(({ setting }) => `--accept ${setting}`).join(' ')}`,
        };
  });
