import { z } from "zod";
import { naira } from "@/lib/kernel/answer-fields";
import type { Kobo } from "@/lib/kernel/money";
import type { Account } from "./constants";

export const explainedBalances = z.object({
  totalDue: naira.describe("0 before disbursement"),
  totalPaid: naira,
  outstanding: z.object({ principal: naira, interest: naira, total: naira }),
  overpaid: naira,
  refundReceivable: naira,
  writtenOff: naira,
  recovered: naira,
});

export type ExplainedBalances = z.output<typeof explainedBalances>;

/** What the three accounts of one balance say, in kobo: the entries, the facts computed anew, the loan's running totals. */
export type AccountDifference = { account: Account; entries: Kobo; facts: Kobo; totals: Kobo };
