import { lagosDate } from "@/lib/kernel/lagos-days";
import type { RealTime } from "@/lib/kernel/time";
import { addBankDays, isBankDay } from "@/lib/terms/bank-days";

/** The bank day on which a bank carries out what it is given now, as `YYYY-MM-DD`. */
export function bankDayOf(moment: RealTime): string {
  const date = lagosDate(moment);
  return isBankDay(date) ? date : addBankDays(date, 1);
}
