import { gt, inArray, isNotNull, type SQL } from "drizzle-orm";
import type { Page } from "@/db/page";
import { loans } from "@/db/schema/loans";
import { zero } from "@/lib/kernel/money";
import { loadLoanPage, owedOn } from "@/lib/loans/loans/load-loans";
import { statusesOf } from "@/lib/loans/loans/queries";
import { stageOf } from "@/lib/surfaces/journey/loan-stage";
import type { LoanState } from "@/lib/terms/loans/states";
import { eachHeld, type Held, type Holding, narrowed, reachesOf } from "./holding";
import type { HeldLoan, HeldLoanList, LoanPhase } from "./schema";

const statesOf: Record<LoanPhase, LoanState[]> = {
  offer: ["APPROVED", "ACCEPTED"],
  out: ["PAYOUT_HELD", "DISBURSING", "ACTIVE", "DEFAULTED"],
  ended: ["REPAID", "WRITTEN_OFF"],
  lapsed: ["CANCELLED"],
};

/** Newest first, of one merchant or all. `disbursed`: those paid out. `owing`: those that owe the merchant. */
export async function listHeldLoans(
  holding: Holding,
  query: Page & { phase?: LoanPhase | "disbursed" | "owing" | undefined; merchantId?: string | undefined },
): Promise<HeldLoanList> {
  const { phase, merchantId, ...page } = query;
  const those = narrowed(holding, merchantId);
  const { rows, hasMore } = await loadLoanPage(reachesOf(those), page, phase && inPhase(phase));
  // Each marketplace has a clock of its own.
  const read = await Promise.all(
    eachHeld(those).map(async (held) => {
      const own = rows.filter((row) => row.merchantId === held.merchant.merchantId);
      const statuses = own.length > 0 ? await statusesOf(own, held.now) : [];
      return statuses.map((loan) => ({ ...whoseLoan(held), loan }));
    }),
  );
  const byId = new Map(read.flat().map((held) => [held.loan.loanId, held]));
  const data = rows.flatMap((row): HeldLoan[] => {
    const held = byId.get(row.id);
    return held ? [{ ...held, stage: stageOf(row) }] : [];
  });
  return { data, hasMore };
}

function inPhase(phase: LoanPhase | "disbursed" | "owing"): SQL {
  if (phase === "disbursed") return isNotNull(loans.disbursedAt);
  return phase === "owing" ? gt(owedOn(loans), zero) : inArray(loans.status, statesOf[phase]);
}

/** What an account has to know of a loan beyond the loan. */
export function whoseLoan({ merchant, now }: Held) {
  const { environment, businessName, marketplaceId, marketplace } = merchant;
  const { name } = marketplace;
  return { asOf: now.toISOString(), environment, marketplace: { marketplaceId, name }, businessName };
}
