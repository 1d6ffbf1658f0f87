import type { Environment } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import type { OperatorPermission } from "@/lib/terms/users/roles";
import type { WorkItem } from "./work-schema";

/** A kind of work: how much of it there is in an environment, and the riskiest and oldest of it. */
export type WorkSource = {
  name: string;
  label: string;
  /** What it takes to do it. */
  permission: OperatorPermission;
  /** `count` stops at `workCountedUpTo`. */
  read: (call: {
    environment: Environment;
    realNow: RealTime;
    limit: number;
  }) => Promise<{ count: number; items: WorkItem[] }>;
};

/** Nothing is counted further: what waits may be a hundred thousand rows. */
export const workCountedUpTo = 1_000;
