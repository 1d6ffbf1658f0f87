import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import type { Audited } from "./actions";
import { recordAudit } from "./record-audit";

useDatabase();

const now = instant("2026-07-15T12:00:00Z");

async function logged(audited: Audited) {
  const { test: tenant } = await createMarketplace();
  await recordAudit({ actor: sandboxActor(tenant), subjectId: "loan_1", now, ...audited });
  return db().select().from(auditLog).where(eq(auditLog.marketplaceId, tenant.marketplaceId));
}

describe("the audit log", () => {
  test("says who did what to whom, and the detail beside the action", async () => {
    expect(await logged({ action: "loan.default", detail: { reason: "OVERDUE" } })).toMatchObject([
      { actor: "sandbox", action: "loan.default", detail: { reason: "OVERDUE" }, subjectId: "loan_1", at: now },
    ]);
  });

  test("has no detail of an action that has none", async () => {
    expect(await logged({ action: "loan.accept" })).toMatchObject([{ action: "loan.accept", detail: null }]);
  });
});

// What does not compile.
void ([
  // @ts-expect-error an action nobody has named
  { action: "loan.forget" },
  // @ts-expect-error a detail glued to the action
  { action: "loan.default OVERDUE" },
  // @ts-expect-error the detail is missing
  { action: "loan.default" },
  // @ts-expect-error a detail that the action does not have
  { action: "loan.accept", detail: { reason: "OVERDUE" } },
] satisfies Audited[]);
