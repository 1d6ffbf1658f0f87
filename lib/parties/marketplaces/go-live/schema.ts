import { z } from "zod";
import { textOrEmpty } from "@/lib/kernel/validation";
import type { GoLiveCheck, GoLiveStatus } from "@/lib/terms/go-live";

export const requestGoLiveInput = z.object({ note: textOrEmpty(1000).optional() });
export type RequestGoLive = z.output<typeof requestGoLiveInput>;

/** One line of the checklist, and what is missing where it does not hold. */
export type CheckResult = { check: GoLiveCheck; holds: boolean; detail: string };

/** Where a marketplace stands on its way to live. */
export type GoLive = {
  /** When it went live; null until then. */
  liveAt: string | null;
  checklist: CheckResult[];
  /** The latest, whatever became of it. */
  request: {
    status: GoLiveStatus;
    note: string | null;
    requestedAt: string;
    endedAt: string | null;
    reason: string | null;
  } | null;
};
