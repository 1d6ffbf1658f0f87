import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Route } from "@/lib/edge/http/route";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyBusinessInfo, anyDirector, anyMerchant, confirmedFile } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { PUT as putBusinessInfo } from "./business-info/route";
import { POST as postDirectors } from "./directors/route";
import { POST as postDocuments } from "./documents/route";
import { POST as postSubmit } from "./submit/route";

useDatabase();

async function anyone() {
  const shop = await createMarketplace();
  const { merchantId } = await anyMerchant(shop.test);
  const send = (handler: Route, method: "PUT" | "POST", body?: unknown) =>
    call(handler, { key: shop.testKey, method, params: { ref: merchantId }, body });
  return { shop, send };
}

it("asks a business that is not registered for no registration", async () => {
  const { shop, send } = await anyone();
  await send(putBusinessInfo, "PUT", { ...anyBusinessInfo, businessType: "UNREGISTERED" });
  await send(postDirectors, "POST", { directors: [anyDirector()] });
  const nothing = await send(postSubmit, "POST");
  expect(nothing).toMatchObject({
    status: 409,
    json: { errors: [{ field: "documents", error: expect.stringContaining("UTILITY_BILL") }] },
  });
  const file = await confirmedFile(shop.test);
  const bill = { documentType: "UTILITY_BILL", fileName: "bill.pdf", ...file };
  const attached = await send(postDocuments, "POST", bill);
  expect(attached.json).toMatchObject({ kyc: { overallProgress: 75, remainingSteps: ["review"] } });

  // Registered after all, it needs the proof.
  const limited = await send(putBusinessInfo, "PUT", anyBusinessInfo);
  expect(limited.json).toMatchObject({ kyc: { overallProgress: 50, remainingSteps: ["documents", "review"] } });
  await send(putBusinessInfo, "PUT", { ...anyBusinessInfo, businessType: "SOLE_PROPRIETORSHIP" });
  expect((await send(postSubmit, "POST")).status).toBe(200);
});

it("takes no date of incorporation that is still to come, by business time", async () => {
  const { shop, send } = await anyone();
  const put = (dateOfIncorporation: string) =>
    send(putBusinessInfo, "PUT", { ...anyBusinessInfo, dateOfIncorporation });
  const nextMonth = dateOf(later(now(), 30 * day));
  expect(await put(nextMonth)).toMatchObject({
    status: 400,
    json: { errors: [{ field: "dateOfIncorporation", error: "Must not be in the future" }] },
  });
  expect((await put(dateOf(now()))).status).toBe(200);
  await db()
    .update(marketplaces)
    .set({ testClockAhead: 40 * day })
    .where(eq(marketplaces.id, shop.marketplaceId));
  expect((await put(nextMonth)).status).toBe(200);
});

it("takes numbers of any shape", async () => {
  const { send } = await anyone();
  const numbers = { registrationNumber: "none yet", taxNumber: "abc" };
  const answer = await send(putBusinessInfo, "PUT", { ...anyBusinessInfo, ...numbers });
  expect(answer).toMatchObject({ status: 200, json: { businessInfo: numbers } });
});
