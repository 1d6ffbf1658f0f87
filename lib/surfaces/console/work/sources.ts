import { goLiveWork } from "./go-live-work";
import type { WorkSource } from "./source";

/** All kinds of work; one more is an entry here. */
export const workSources: readonly WorkSource[] = [goLiveWork];
