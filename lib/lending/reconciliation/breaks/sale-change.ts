import { z } from "zod";

/** A sale that was told of again otherwise, in the evidence of a SALE_CHANGED break; amounts in naira. */
const saleChange = z.strictObject({
  orderId: z.string(),
  amount: z.number(),
  occurredAt: z.string(),
  toldAmount: z.number(),
  toldOccurredAt: z.string(),
  agreed: z.number(),
  agreedAsToldLast: z.number(),
  /** How a decision names the sale, and the last telling of it. */
  sale: z.string(),
  telling: z.string(),
});
export type SaleChange = z.output<typeof saleChange>;

export const saleChanges = z.object({ changes: z.array(saleChange) });
