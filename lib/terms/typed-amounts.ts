import { maxAmount } from "@/lib/kernel/money";
import { textOrEmpty } from "@/lib/kernel/validation";

/** Naira as people type it: 98,500.00. Empty where there is no such figure. */
export const nairaTyped = textOrEmpty(30)
  .regex(/^(\d[\d,]*(\.\d{1,2})?)?$/, "Must be an amount such as 98,500.00")
  .refine((typed) => Number(typed.replaceAll(",", "")) <= maxAmount, `Must be at most ${maxAmount}`);

/** In naira; undefined where nothing was typed. */
export function nairaOf(typed: string): number | undefined {
  return typed === "" ? undefined : Number(typed.replaceAll(",", ""));
}
