import { remittanceLines } from "@/lib/lending/remittances/remittance-lines";
import type { Claimant } from "@/lib/terms/bank-statements/claimant";

/** Rooms that know some lines by references of their own, in the order in which they are asked. */
export const claimants: readonly Claimant[] = [remittanceLines];
