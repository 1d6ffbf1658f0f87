import { banks } from "@/lib/providers/constants";

/** The name of a bank, or its code if the bank is not listed. */
export function bankNameOf(bankCode: string): string {
  return banks.find(({ code }) => code === bankCode)?.name ?? `Bank ${bankCode}`;
}
