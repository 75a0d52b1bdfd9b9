import type { Flow, Stage } from '../flow/stage';

/**
 * The screen for a flow. Stages with the same key are one screen to the runner: a change between them must not move the
 * focus.
 */
export const screenOf = ({ stage, draft }: Flow): string => {
  const pause = pauseOf(stage);
  switch (stage.kind) {
    case 'holding':
      return `asking ${pause}`;
    case 'standing-by':
      return stage.operation === 'hold' ? `asking ${pause}` : 'finishing';
    case 'paying':
    case 'waiting':
    case 'polling':
      return 'finishing';
    case 'filling':
    case 'tokenising':
      return 'filling';
    case 'authenticating':
      return `authenticating ${stage.window}`;
    case 'settled':
      return `settled ${draft?.outcome?.status}`;
    case 'turned-away':
      return `turned-away ${stage.why}`;
    default:
      return stage.kind;
  }
};

const pauseOf = (stage: Stage): string =>
  (stage.kind === 'holding' || stage.kind === 'paying'
    ? stage.after
    : stage.kind === 'standing-by'
      ? stage.pause
      : undefined) ?? '';
