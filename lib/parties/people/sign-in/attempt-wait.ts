import { day, minute, second } from "@/lib/kernel/calendar";

export const freeFailures = 10;

const firstWait = 15 * second;
const longestWait = 15 * minute;

export const failuresForgottenAfter = day;

export function waitAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestWait, firstWait * 2 ** Math.min(failures - freeFailures, 10));
}

/** Whether the owner hears of this failure: of the tenth, and then about daily while somebody keeps at it. */
export function shouldNotifyOwner(failures: number): boolean {
  return failures >= freeFailures && (failures - freeFailures) % (day / longestWait) === 0;
}
