import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { db } from "@/db/client";
import { connections, merchants } from "@/db/schema/merchants";
import { call } from "@/test/call-route";
import { holdsContract } from "@/test/contract/suite";
import {
  also,
  email,
  filledText,
  foreignId,
  oneOf,
  optional,
  phone,
  required,
  text,
  value,
} from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as createMerchant } from "./merchants/route";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

const body = () => ({
  thirdPartyCustomerId: "shop-1",
  businessName: "Ada Foods",
  email: "ada@example.com",
  phoneNumber: "+2348012345678",
  firstName: "Ada",
  lastName: "Obi",
  businessType: "SOLE_PROPRIETORSHIP",
  industry: "FOOD",
  businessCategory: "Bakery",
  externalReference: "crm-7",
});

const ownId = value("one that looks like the service's own", "mer_01");

holdsContract({
  operation: "POST /merchants",
  route: createMerchant,
  key: () => shop.testKey,
  body,
  fields: [
    required("thirdPartyCustomerId", also(foreignId(), { refused: [ownId] })),
    required("businessName", filledText(150)),
    required("email", email),
    required("phoneNumber", phone),
    optional("firstName", text(50)),
    optional("lastName", text(50)),
    optional(
      "businessType",
      oneOf(
        "REGISTERED_BUSINESS",
        "LIMITED_LIABILITY_COMPANY",
        "SOLE_PROPRIETORSHIP",
        "PARTNERSHIP",
        "COOPERATIVE",
        "NGO",
        "UNREGISTERED",
      ),
    ),
    optional("industry", text(100)),
    optional("businessCategory", text(50)),
    optional("externalReference", foreignId()),
  ],
});

it("stores what people write as they wrote it", async () => {
  const written = {
    thirdPartyCustomerId: "متجر/🍲 №1?#%2F",
    businessName: "Bọ́lá 🍲 — «Łódź» 𠮷野家",
    firstName: "O\u0323la\u0301",
    lastName: "D’Souza-Müller",
    industry: "食品",
    businessCategory: "👩🏾‍🍳",
  };
  const externalReference = "\u200fref\u200e";
  const sent = { ...body(), ...written, externalReference };
  const created = await call(createMerchant, { key: shop.testKey, body: sent });
  expect(created).toMatchObject({ status: 201, json: { thirdPartyCustomerId: written.thirdPartyCustomerId } });
  const merchantId = String(created.json.merchantId);
  const [row] = await db().select().from(merchants).where(eq(merchants.id, merchantId));
  expect(row).toMatchObject(written);
  const [connection] = await db().select().from(connections).where(eq(connections.merchantId, merchantId));
  expect(connection).toMatchObject({ externalReference });
});

it("names every wrong field at once", async () => {
  const { json } = await call(createMerchant, {
    key: shop.testKey,
    body: { ...body(), businessName: "", email: "ada", phoneNumber: 7, businessType: "SHOP" },
  });
  const fields = (json.errors as { field: string }[]).map(({ field }) => field);
  expect(fields).toEqual(["businessName", "email", "phoneNumber", "businessType"]);
});
