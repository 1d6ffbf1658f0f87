import { beforeAll, expect, test, vi } from "vitest";
import { catalogueOf } from "@/lib/sandbox/demo/catalogue";
import { readFault } from "@/lib/sandbox/demo/provider/faults";
import { demoShop, salesOfSeller } from "@/lib/sandbox/demo/shop";
import { storeCredentials } from "@/lib/sandbox/test-helpers/state";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { setFault, takeBack } from "./actions";
import SellersShop from "./page";

useDatabase();

let host = "127.0.0.1:3000";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host }) }));

beforeAll(async () => {
  const { marketplaceId, testKey } = await createMarketplace();
  await storeCredentials({ marketplaceId, secretKey: testKey, webhookSecret: "whsec_x" });
});

const visit = async (seller?: string) =>
  (await SellersShop({ searchParams: Promise.resolve(seller === undefined ? {} : { seller }) })).props.children.props;

test("the catalogue adds up to the sales that are shared, and is empty where nothing was sold", async () => {
  const asOf = instant("2026-11-20T10:00:00Z");
  for (const seller of ["shop-abcdef1", "developers-own", "test-tier-d", "test-tier-a"]) {
    const { products, others, total } = catalogueOf({ sales: salesOfSeller(demoShop(seller, asOf), asOf) });
    expect(products.length, seller).toBeGreaterThan(2);
    expect(products.reduce((sum, { sold, price }) => sum + sold * price, others)).toBe(total);
    expect(others).toBeGreaterThan(0);
  }
  expect(await visit("test-no-score")).toMatchObject({ catalogue: { total: 0 }, access: [], fault: null });
});

test("the server acts up for the seller it was told about, until it is told to work", async () => {
  await setFault({ seller: "shop-a", fault: "down" });
  await setFault({ seller: "shop-a", fault: "nonsense" });
  expect([await readFault("shop-a"), await readFault("shop-b")]).toEqual(["nonsense", null]);
  expect(await setFault({ seller: "shop-a", fault: null })).toEqual({ address: "/demo/shop?seller=shop-a" });
  expect(await readFault("shop-a")).toBeNull();
});

test("refuses what is no choice, and a visit without a seller begins anew", async () => {
  for (const given of [null, {}, { seller: "a", fault: "broken" }, { seller: "mer_1", fault: null }]) {
    expect(await setFault(given)).toMatchObject({ refused: expect.stringContaining("not valid") });
  }
  expect(await takeBack({ seller: "" })).toMatchObject({ refused: expect.stringContaining("not valid") });
  for (const seller of [undefined, "mer_1"]) {
    await expect(visit(seller)).rejects.toMatchObject({ digest: expect.stringContaining(";/demo;") });
  }
});

test("nothing is here under a name that is not ours", async () => {
  host = "rebound.example";
  await expect(visit("shop-a")).rejects.toMatchObject({ digest: expect.stringContaining("404") });
  const gone = { refused: "No such address.", fields: [] };
  expect(await takeBack({ seller: "shop-a" })).toEqual(gone);
  expect(await setFault({ seller: "shop-a", fault: null })).toEqual(gone);
  host = "127.0.0.1:3000";
});
