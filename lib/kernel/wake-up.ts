import { processWide } from "./process-wide";

/**
 * A hint, sent after commit, that a row has become due. Losing one costs a little time, never work. It names the
 * row's table, of which the engines know what to do with it, and the lane, so that an engine can keep one's work from
 * crowding out another's.
 */
export type WakeUp = { table: string; id: string; lane: string };

type Listener = (wakeUps: readonly WakeUp[]) => void;

const engine: { listener?: Listener } = processWide("engine", () => ({}));

/** Registers the job engine that receives this process's hints. */
export function onWakeUp(listener: Listener | undefined): void {
  engine.listener = listener;
}

export function sendWakeUps(wakeUps: readonly WakeUp[]): void {
  if (wakeUps.length > 0) engine.listener?.(wakeUps);
}
