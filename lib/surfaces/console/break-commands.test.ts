import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { breaks } from "@/db/schema/settlements";
import { day, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { type Disagreement, raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { as, run } from "@/test/operator-terminal";
import { now } from "@/test/time";
import { UsageError } from "./command";

useDatabase();

let shop: TestMarketplace;
let operatorId: string;
beforeAll(async () => {
  shop = await createMarketplace();
  operatorId = /usr_\w+/.exec(await run(`operator add ${as} First Reviewer`, {}))?.[0] ?? "";
});

let made = 0;
async function raise(more: Partial<Disagreement> = {}) {
  made += 1;
  const { merchantId } = await anyMerchant(shop.live);
  return raiseBreak({
    ...{ tenant: shop.live, merchantId, type: "AMOUNT", subject: `${made}`, settlementId: "set_1" },
    ...{ expected: kobo(85_000_00), actual: kobo(60_000_00), now: later(now(), -3 * day) },
    evidence: {
      ...{ about: "figures", settlementReference: "S-1", grossAmount: 100_000, salesCount: 2, skipped: null },
      ...{ references: ["D-1", "D-2"], sales: [{ orderId: "O-1", amount: 5 }], reported: { totalPaid: 7.5 } },
    },
    ...more,
  });
}

async function answer(breakId: string) {
  const actor = { kind: "secretKey", tenant: shop.live, keyId: "key_1" } as const;
  await answerBreak({ actor, breakId, input: { reason: "OTHER_CHARGES", note: "A fee." }, now: now() });
}

const decided = { as, note: "Told them." };
const rowOf = async (id: string) => (await db().select().from(breaks).where(eq(breaks.id, id)))[0];

test("breaks are listed with whose they are, the amounts, their age and what was answered, those first", async () => {
  const [open, answered] = [await raise(), await raise()];
  await answer(answered);
  const lines = (await run("break list")).split("\n");
  expect(lines[0]).toMatch(
    new RegExp(
      `^live {2}${answered} {2}AMOUNT ANSWERED, expected ₦85,000.00, actual ₦60,000.00, open for 3 days, .+ \\(mer_\\w+\\) of .+$`,
    ),
  );
  expect(lines[1]).toMatch(/^ {6}answered OTHER_CHARGES by key_1 at 20\S+: A fee\.$/);
  expect(lines[2]).toContain(`live  ${open}  AMOUNT OPEN`);
  await expect(run("break list", {})).rejects.toThrow(UsageError);
});

test("one is shown with its message and its evidence in words", async () => {
  const id = await raise();
  await answer(id);
  await db()
    .update(breaks)
    .set({ status: "OPEN", actual: kobo(1) })
    .where(eq(breaks.id, id));
  const shown = await run(`break show ${id}`);
  for (const part of [
    `Marketplace  `,
    `Break        AMOUNT OPEN (${id}), open for 3 days`,
    "Message      The settlement",
    "settlement reference: S-1\n",
    "gross amount: ₦100,000.00\n",
    "sales count: 2\n",
    "references: D-1, D-2\n",
    "  amount: ₦5.00, order id: O-1\n",
    "reported: total paid: ₦7.50\n",
    "about earlier figures (expected ₦85,000.00, actual ₦60,000.00): A fee.",
  ]) {
    expect(shown).toContain(part);
  }
  expect(shown).not.toContain("skipped");
  await expect(run("break show brk_none")).rejects.toThrow("No such break.");
});

test("one is decided once asked, in the operator's name", async () => {
  const id = await raise();
  await answer(id);
  const line = `break decide ${id} EXPLAINED`;
  expect(await run(line, decided, () => false)).toMatch(
    /Close this break as EXPLAINED: Told them\.\nNothing was done\.$/,
  );
  expect((await rowOf(id))?.status).toBe("ANSWERED");
  expect(await run(line, decided)).toMatch(/Closed as EXPLAINED\.$/);
  expect(await rowOf(id)).toMatchObject({ status: "RESOLVED", resolution: "EXPLAINED", resolvedBy: operatorId });
  const audited = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.actor, operatorId)));
  expect(audited).toMatchObject([{ action: "break.decide", detail: { resolution: "EXPLAINED" } }]);
  expect(await run(line, decided)).toMatch(new RegExp(`Ended {8}EXPLAINED by ${operatorId}: Told them\\.$`));
});

test("nothing is decided by mistake, or when it is no longer what was shown", async () => {
  const id = await raise();
  await expect(run(`break decide ${id} ACCEPTED`)).rejects.toThrow("--note is missing.");
  await expect(run(`break decide ${id}`, decided)).rejects.toThrow("The resolution is missing.");
  await expect(run(`break decide ${id} ARRIVED`, decided)).rejects.toThrow("The resolution: Must be one of CORRECTED");
  await expect(run(`break decide ${id} ACCEPTED`, decided, () => answer(id))).rejects.toThrow("has changed since");
  expect((await rowOf(id))?.status).toBe("ANSWERED");
});
