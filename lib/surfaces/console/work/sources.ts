import { goLiveWork } from "./go-live-work";
import type { WorkSource } from "./source";
import { stuckWork, wrongBooks } from "./stuck-work";

/** All kinds of work; one more is an entry here. */
export const workSources: readonly WorkSource[] = [goLiveWork, stuckWork, wrongBooks];
