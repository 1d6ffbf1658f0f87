import { transaction } from "@/db/client";
import type { OperatorCall } from "@/lib/kernel/call";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { createLender } from "./create-lender";
import { lenderColumns, productColumns } from "./save-products";
import type { LenderTable } from "./schema";

export async function addLender(call: OperatorCall<{ input: LenderTable }>): Promise<string> {
  const { operator, input, realNow } = call;
  const { environment, name, products } = input;
  return transaction(async () => {
    const id = await createLender({
      environment,
      ...lenderColumns(input),
      products: productColumns(products),
      realNow,
    });
    await recordServiceAudit({ operator, action: "lender.create", detail: { name }, subjectId: id, realNow });
    return id;
  });
}
