import { transaction } from "@/db/client";
import type { Operator } from "@/lib/actor";
import { recordServiceAudit } from "@/lib/audit/record-audit";
import type { RealTime } from "@/lib/time";
import { createLender } from "./create-lender";
import { lenderColumns, productsOf } from "./save-products";
import type { LenderInput } from "./schema";

/** Adds a lender whose money goes out from the next decision on. @returns its id. */
export async function addLender(call: { operator: Operator; input: LenderInput; realNow: RealTime }): Promise<string> {
  const { operator, input, realNow } = call;
  const { environment, name } = input;
  return transaction(async () => {
    const id = await createLender({ environment, ...lenderColumns(input), products: productsOf(input), realNow });
    await recordServiceAudit({ operator, action: "lender.create", detail: { name }, subjectId: id, realNow });
    return id;
  });
}
