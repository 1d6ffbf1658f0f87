import type { Actor } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { readFundingOptions } from "@/lib/lending/funding/read-funding-options";
import { sandboxBank } from "@/lib/platform/providers/bank";
import { sandboxDebits, sandboxMandates } from "@/lib/platform/providers/mandate";
import { processRecords } from "@/lib/sales/records/process-records";
import type { Papers } from "@/lib/sandbox/test-helpers/borrowers/gather-papers";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import type { Shop } from "@/lib/terms/fixtures/shop.mjs";
import type { Fate } from "./fates";
import type { Plan } from "./plan";
import { recordOf } from "./record";
import { readStanding } from "./standing";

export type Playing = {
  actor: Actor;
  plan: Plan;
  shop: Shop;
  /** Of the week in which it passes KYC. */
  papers: Papers | null;
  /** When the programme began. */
  begin: BusinessTime;
  realNow: RealTime;
};

/** Accounts of which the sandbox's bank thinks something. */
const accounts: Partial<Record<Fate, string>> = {
  overdue: `012345${sandboxDebits.empty}`,
  defaulted: `012345${sandboxDebits.empty}`,
  "written-off": `012345${sandboxDebits.empty}`,
  "payout-held": "0123457777",
  "account-refused": "0123459999",
};

export async function shareData({ actor, plan, begin }: Playing, now: BusinessTime): Promise<void> {
  const records = [recordOf(plan, begin, now)];
  await processRecords({ reach: reachOf(actor), records, scope: { kind: "any" }, submittedAt: now, now });
}

export async function ask(playing: Playing, now: BusinessTime): Promise<void> {
  const { actor, plan } = playing;
  const { amount, tenorDays } = await wanted(playing, now);
  const purposes = ["Inventory purchase", "Inventory purchase", "Working capital", "Equipment purchase"] as const;
  const purpose = purposes[Math.floor(plan.share * 97) % purposes.length] ?? "Inventory purchase";
  const input = { amountRequested: amount, tenorDays, purpose, financingTimeframeDays: 7 };
  const request = await createFundingRequest({ actor, ref: plan.ref, input, now });
  await decideFundingRequest(request.id, now);
}

export async function accept(playing: Playing, now: BusinessTime): Promise<void> {
  const { actor, plan } = playing;
  const loanId = await offerOf(playing);
  if (!loanId) return;
  const accountNumber = accounts[plan.fate];
  const input = accountNumber === undefined ? {} : { accountNumber };
  await acceptLoan({ actor, loanId, input, now }, { bank: sandboxBank, mandates: sandboxMandates });
}

export async function offerOf({ actor, plan }: Playing): Promise<string | null> {
  const standing = await readStanding(actor.tenant, plan.ref);
  return standing?.status === "APPROVED" ? standing.loanId : null;
}

/** The amount, in naira, and the tenor that a merchant asks for. */
async function wanted({ actor, plan }: Playing, now: BusinessTime) {
  const { ref, fate, share, tenor } = plan;
  const reach = reachOf(actor);
  const { options } = await readFundingOptions(reach, ref, undefined, now);
  const cap = (await readMerchantStatus(reach, ref)).creditScore?.maxLendingCap ?? 0;
  const on = options.find(({ tenorDays }) => tenorDays === tenor);
  const [best] = options.toSorted((one, other) => other.maximum - one.maximum);
  const { tenorDays, maximum } = (on && on.maximum >= 50_000 ? on : best) ?? { tenorDays: tenor, maximum: 0 };
  if (fate === "above-lending-cap") return { amount: rounded(cap * 1.5), tenorDays };
  if (fate === "above-owner-exposure") return { amount: rounded(cap * 0.95), tenorDays };
  if (fate === "above-repayment-capacity") {
    return { amount: rounded(Math.min(cap * 0.98, Math.max(maximum * 1.4, cap * 0.8))), tenorDays: tenor };
  }
  return { amount: rounded(maximum > 0 ? maximum * share : 250_000 * (0.5 + share)), tenorDays };
}

/** As people ask: in steps of ₦5,000, and not for less than ₦20,000. */
function rounded(naira: number): number {
  return Math.max(20_000, Math.floor(naira / 5_000) * 5_000);
}
