import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { lenderProducts } from "@/db/schema/lenders";
import { auditLog } from "@/db/schema/operations";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { addLender } from "./add-lender";
import { removeProduct, saveProduct } from "./change-product";
import { lenderBody } from "./schema";

useDatabase();

const operator = { userId: "usr_1" };
const product = { riskTier: "B", tenorDays: 90, lowestDeduction: 6, highestDeduction: 25, ratePer30Days: 1.7 } as const;

test("a product is added, changed and removed by itself, never the last; the log says from what to what", async () => {
  const input = lenderBody.parse({
    ...{ environment: "test", name: "Harmattan Credit", products: [product] },
    ...{ minimumPrincipal: 5_000, maximumPrincipal: 2_000_000, minimumDeduction: 100 },
  });
  const lenderId = await addLender({ operator, input, realNow: now() });
  const [first] = input.products;
  if (!first) throw new Error("There is no product.");
  const save = (more: object) => saveProduct({ operator, lenderId, input: { ...first, ...more }, realNow: now() });
  const remove = (tenorDays: number) =>
    removeProduct({ operator, lenderId, input: { riskTier: "B", tenorDays }, realNow: now() });
  await expect(remove(90)).rejects.toMatchObject({ code: "STILL_IN_USE" });
  await save({ tenorDays: 120 });
  await save({ ratePer30Days: 2.5, defaultAfterDays: 60 });
  await remove(120);
  await expect(remove(120)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const rows = await db().select().from(lenderProducts).where(eq(lenderProducts.lenderId, lenderId));
  expect(rows).toMatchObject([{ tenorDays: 90, rateBasisPoints: 250, defaultAfterDays: 60 }]);
  const told = await db().select({ detail: auditLog.detail }).from(auditLog).where(eq(auditLog.subjectId, lenderId));
  expect(told.map(({ detail }) => detail?.changed)).toEqual([
    undefined,
    "none -> 600 to 2500, rate 170, default after 90, recovers true",
    expect.stringMatching(/rate 170, default after 90.* -> .*rate 250, default after 60/),
    expect.stringMatching(/ -> none$/),
  ]);
});
