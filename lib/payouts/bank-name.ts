import { banks } from "@/lib/providers/constants";

/** The name of a bank; of one that is not on the list, its code. */
export function bankNameOf(bankCode: string): string {
  return banks.find(({ code }) => code === bankCode)?.name ?? `Bank ${bankCode}`;
}
