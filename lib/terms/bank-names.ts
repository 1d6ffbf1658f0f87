import { banks, closedBanks } from "./banks";

const names = new Map([...banks.map(({ code, name }) => [code, name] as const), ...Object.entries(closedBanks)]);

/** Whether an account there can be stored: one of the banks offered, or of those that once were. */
export function isKnownBank(bankCode: string): boolean {
  return names.has(bankCode);
}

export function bankNameOf(bankCode: string): string {
  return names.get(bankCode) ?? `Bank ${bankCode}`;
}
