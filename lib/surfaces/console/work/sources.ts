import { arrearsWork } from "./arrears-work";
import { breakWork } from "./break-work";
import { complaintWork } from "./complaint-work";
import { goLiveWork } from "./go-live-work";
import { promiseWork } from "./promise-work";
import type { WorkSource } from "./source";

/** All kinds of work; one more is an entry here. */
export const workSources: readonly WorkSource[] = [goLiveWork, complaintWork, promiseWork, breakWork, arrearsWork];
