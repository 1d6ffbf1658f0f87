import { z } from "zod";
import { textOrEmpty } from "@/lib/kernel/validation";
import type { GoLiveCheck, GoLiveStatus } from "@/lib/terms/go-live";

export const requestGoLiveInput = z.object({ note: textOrEmpty(1000).optional() });
export type RequestGoLive = z.output<typeof requestGoLiveInput>;

export type CheckResult = { check: GoLiveCheck; holds: boolean; detail: string };

export type GoLive = {
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
