import { z } from "zod";
import { naira } from "@/lib/answer-fields";

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
