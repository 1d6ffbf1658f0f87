import { second } from "@/lib/kernel/calendar";
import type { BankAccount, NameEnquiry } from "@/lib/platform/providers/bank";
import { paystackCode } from "@/lib/platform/providers/paystack/banks";
import { isSameNumber, textIn } from "./compare";
import { say } from "./reply";
import type { DojahAccess } from "./types";

/** Dojah has the bank codes of Paystack. What it says of no account is not documented: it refuses none. */
export async function nameEnquiry(access: DojahAccess, account: BankAccount): Promise<NameEnquiry> {
  const { bankCode, accountNumber } = account;
  const code = paystackCode(bankCode, null);
  if (code === null) return "NOT_CHECKED";
  const { within = atOnce } = access;
  const reply = await say({ ...access, within: Math.min(within, atOnce) }, "/api/v1/kyc/nuban", {
    account_number: accountNumber,
    bank_code: code,
  });
  if (reply.kind !== "entity") return "NOT_CHECKED";
  const shown = textIn(reply.entity, "account_number");
  const accountName = textIn(reply.entity, "account_name");
  if (accountName === null || (shown !== null && !isSameNumber(shown, accountNumber))) return "NOT_CHECKED";
  return { accountName: accountName.replace(/\s+/g, " ").slice(0, longestName) };
}

const longestName = 150;
/** A merchant waits for it, and has waited for its bank before. */
const atOnce = 10 * second;
