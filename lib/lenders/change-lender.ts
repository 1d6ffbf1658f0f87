import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import type { Operator } from "@/lib/actor";
import { recordServiceAudit } from "@/lib/audit/record-audit";
import { invalidField, notFound } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import { lenderColumns, replaceProducts } from "./save-products";
import type { LenderInput } from "./schema";

/**
 * Gives a lender other limits and products, from the next decision on; loans and open offers keep their terms.
 * @throws CodedError NOT_FOUND; VALIDATION_FAILED for another environment, in which it cannot lend
 */
export async function changeLender(call: {
  operator: Operator;
  lenderId: string;
  input: LenderInput;
  realNow: RealTime;
}): Promise<void> {
  const { operator, lenderId, input, realNow } = call;
  await transaction(async () => {
    const [lender] = await db()
      .select({ environment: lenders.environment })
      .from(lenders)
      .where(and(eq(lenders.id, lenderId), isNull(lenders.archivedAt)))
      .for("update");
    if (!lender) throw notFound("lender");
    if (lender.environment !== input.environment) {
      throw invalidField("environment", `Must stay ${lender.environment}: a lender belongs to one environment`);
    }
    await db().update(lenders).set(lenderColumns(input)).where(eq(lenders.id, lenderId));
    await replaceProducts(lenderId, input);
    const detail = { name: input.name };
    await recordServiceAudit({ operator, action: "lender.change", detail, subjectId: lenderId, realNow });
  });
}
