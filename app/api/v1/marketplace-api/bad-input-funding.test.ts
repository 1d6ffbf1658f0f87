import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { call } from "@/test/call-route";
import { holdsContract } from "@/test/contract/suite";
import { also, literal, naira, oneOf, oneOfNumbers, optional, required, whole } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as createFundingRequest } from "./merchants/[ref]/funding-requests/route";

useDatabase();

let shop: TestMarketplace;
let ref: string;
beforeAll(async () => {
  shop = await createMarketplace();
  ref = (await anyMerchant(shop.test)).merchantId;
});

const body = () => ({
  amountRequested: 50_000,
  tenorDays: 90,
  purpose: "Working capital",
  financingTimeframeDays: 14,
});

holdsContract({
  operation: "POST /merchants/{ref}/funding-requests",
  route: createFundingRequest,
  key: () => shop.testKey,
  params: () => ({ ref }),
  body,
  fields: [
    required("amountRequested", also(naira(1_000), { refused: [literal("0"), literal("-1000"), literal("999")] })),
    required("tenorDays", oneOfNumbers(30, 90, 120, 365, 730)),
    required(
      "purpose",
      oneOf(
        "Inventory purchase",
        "Working capital",
        "Equipment purchase",
        "Business expansion",
        "Marketing & advertising",
        "Other",
      ),
    ),
    optional("financingTimeframeDays", whole(1, 30)),
  ],
});

it.each([
  [1_000, 100_000],
  [1_000.01, 100_001],
  [1_234_567.89, 123_456_789],
  [9_999_999_999_999.99, 999_999_999_999_999],
  [1e13, 1_000_000_000_000_000],
])("stores %d naira exactly, in kobo, and answers it", async (amountRequested, kobo) => {
  const answer = await call(createFundingRequest, {
    key: shop.testKey,
    params: { ref },
    body: { ...body(), amountRequested },
  });
  expect(answer).toMatchObject({ status: 201, json: { amountRequested } });
  const [row] = await db()
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.id, String(answer.json.id)));
  expect(row).toMatchObject({ amountRequested: kobo, financingTimeframeDays: 14 });
});

it("gives a request that names no timeframe 7 days", async () => {
  const { financingTimeframeDays: _, ...rest } = body();
  const answer = await call(createFundingRequest, { key: shop.testKey, params: { ref }, body: rest });
  const [row] = await db()
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.id, String(answer.json.id)));
  expect(row?.financingTimeframeDays).toBe(7);
});
