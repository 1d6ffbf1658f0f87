import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import type { OperatorCall } from "@/lib/kernel/call";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { toKobo } from "@/lib/kernel/money";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { limitsOf } from "@/lib/terms/lender-limits";
import { readLender } from "./list-lenders";
import { lockLender } from "./lock-lender";
import { replaceProducts } from "./save-products";
import { belowMinimum, type LenderAnswer, type LenderChanges } from "./schema";

export async function changeLender(
  call: OperatorCall<{ lenderId: string; input: LenderChanges }>,
): Promise<LenderAnswer> {
  const { operator, lenderId, input, realNow } = call;
  return transaction(async () => {
    const lender = await lockLender(lenderId);
    if (lender.archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it stays as it is.");
    if (input.environment && input.environment !== lender.environment) {
      throw invalidField("environment", `Must stay ${lender.environment}: a lender belongs to one environment`);
    }
    if (Object.values(input).every((given) => given == null)) return readLender(lenderId, realNow);
    const kobo = (given: number | null | undefined) => (given == null ? undefined : toKobo(given));
    const name = input.name ?? lender.name;
    const columns = {
      name,
      minimumPrincipal: kobo(input.minimumPrincipal) ?? lender.minimumPrincipal,
      maximumPrincipal: kobo(input.maximumPrincipal) ?? lender.maximumPrincipal,
      minimumDeduction: kobo(input.minimumDeduction) ?? lender.minimumDeduction,
      limits: input.limits ? limitsOf(input.limits) : lender.limits,
      licences: input.licences ?? lender.licences,
      workMail: input.workMail == null ? lender.workMail : input.workMail || null,
    };
    if (columns.minimumPrincipal > columns.maximumPrincipal) throw invalidField("maximumPrincipal", belowMinimum);
    await db().update(lenders).set(columns).where(eq(lenders.id, lenderId));
    if (input.products) await replaceProducts(lenderId, input.products);
    const changed = changesOf(lender, { ...columns, ...(input.products && { products: input.products }) });
    const detail = { name, changed };
    await recordServiceAudit({ operator, action: "lender.change", detail, subjectId: lenderId, realNow });
    return readLender(lenderId, realNow);
  });
}
changeLender.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "ARCHIVED"] as const;

/** What was changed and into what, with amounts in kobo: who changed a rate and put it back has left both. */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): string {
  const written = (value: unknown) => canonicalJson(value ?? null);
  return Object.entries(after)
    .filter(([field, value]) => written(value) !== written(before[field]))
    .map(([field, value]) => `${field} ${field in before ? `${written(before[field])} -> ` : ""}${written(value)}`)
    .join("; ");
}
