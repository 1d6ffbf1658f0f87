import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderAccounts, lenders } from "@/db/schema/lenders";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { fromKobo, inNaira } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { accountNumberOf } from "@/lib/parties/lenders/accounts/queries";
import { bankNameOf } from "@/lib/terms/bank-names";
import type { RemittedDay } from "./balance";
import { findRemitters, type Remitter, readBalance } from "./queries";
import type { RemittanceAnswer } from "./schema";
import { unremittedLimit } from "./unremitted";

/** How many days are shown beside those of which something is missing. */
const shownDays = 60;

/** What a marketplace owes lenders of what it has deducted for them, and where it is to be sent. */
export async function listRemittances(tenant: Tenant, now: BusinessTime): Promise<RemittanceAnswer[]> {
  return completeRemittances(await findRemitters({ tenant }), now);
}

/** The same of a lender's marketplaces. */
export async function listRemittancesTo(lenderId: string, now: BusinessTime): Promise<RemittanceAnswer[]> {
  return completeRemittances(await findRemitters({ lenderIds: [lenderId] }), now);
}

/** Each as it is told. */
export async function completeRemittances(
  remitters: readonly Remitter[],
  now: BusinessTime,
): Promise<RemittanceAnswer[]> {
  const ids = remitters.map(({ lenderId }) => lenderId);
  const named = await db().select({ id: lenders.id, name: lenders.name }).from(lenders).where(inArray(lenders.id, ids));
  const collecting = await db()
    .select()
    .from(lenderAccounts)
    .where(
      and(inArray(lenderAccounts.lenderId, ids), eq(lenderAccounts.state, "ACTIVE"), eq(lenderAccounts.collects, true)),
    );
  const answers: RemittanceAnswer[] = [];
  for (const remitter of remitters) {
    const { id, marketplaceId, lenderId, reference } = remitter;
    const { days, since, ...balance } = await readBalance(remitter, now);
    const account = collecting.find((one) => one.lenderId === lenderId);
    const { owed: reported, received, unremitted, late } = balance;
    answers.push({
      id,
      marketplaceId,
      lender: { id: lenderId, name: named.find((one) => one.id === lenderId)?.name ?? "" },
      account: account ? shownAccount(account) : null,
      reference,
      ...inNaira({ reported, received, unremitted, late }),
      since,
      limit: fromKobo(await unremittedLimit(lenderId, tenantOf(remitter), now)),
      days: shown(days),
    });
  }
  return answers;
}

function shownAccount(account: typeof lenderAccounts.$inferSelect): RemittanceAnswer["account"] {
  const { bankCode, holder } = account;
  return { bankCode, bankName: bankNameOf(bankCode), accountNumber: accountNumberOf(account), holder };
}

function shown(days: readonly RemittedDay[]): RemittanceAnswer["days"] {
  return days
    .filter(({ state }, i) => state !== "RECEIVED" || i >= days.length - shownDays)
    .map(({ dueOn, state, ...amounts }) => ({ dueOn, ...inNaira(amounts), state }))
    .reverse();
}
