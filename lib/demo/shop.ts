import { sha256 } from "@/lib/crypto";
import { historyMonths } from "@/lib/merchant-data/constants";
import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { recordOfTier } from "@/lib/sandbox/borrowers/records";
import { type TestMerchant, testMerchantId, testMerchants } from "@/lib/sandbox/seed/outcomes";

/** Sales of a calendar month, in naira. */
export type MonthOfSales = { month: string; salesAmount: number; orderCount: number };

/** What the demo marketplace knows of one of its sellers. */
export type DemoShop = {
  seller: string;
  businessName: string;
  owner: { firstName: string; lastName: string };
  email: string;
  phoneNumber: string;
  address: string;
  bvn: string;
  registrationNumber: string;
  /** The last six full months, oldest first; empty when it has no figures of this seller. */
  sales: MonthOfSales[];
};

/** What the ids of sellers begin with whom the demo page made. */
const newSellerPrefix = "shop-";

const firstNames = ["Ada", "Bola", "Chidi", "Dupe", "Emeka", "Funke", "Halima", "Ibrahim"];
const lastNames = ["Okafor", "Balogun", "Eze", "Adeleke", "Nwosu", "Bello", "Danjuma", "Lawal"];
const goods = ["Fabrics", "Provisions", "Kitchenware", "Electronics", "Footwear", "Beauty", "Books", "Spices"];
const streets = ["Broad Street", "Adeola Odeku Street", "Bode Thomas Street", "Awolowo Road"];

/** How a good year goes, as shares of its mean. */
const season = [0.93, 0.97, 1.01, 0.99, 1.03, 1.07];

/**
 * The shop of a seller: the same for the same id at any time, so that nothing of it has to be stored.
 * @param asOf business time; the figures end with the month before.
 */
export function demoShop(seller: string, asOf: Date): DemoShop {
  const draw = drawFrom(sha256(seller));
  const test = testMerchants.find((merchant) => testMerchantId(merchant) === seller);
  const owner = { firstName: draw.one(firstNames), lastName: draw.one(lastNames) };
  const monthly = 2_000_000 + 50_000 * draw.upTo(61);
  return {
    seller,
    businessName: test?.businessName ?? (isNew(seller) ? `${owner.firstName} ${draw.one(goods)}` : seller),
    owner,
    email: `${seller}@merchant.example`,
    phoneNumber: `+234803${draw.digits(7)}`,
    address: `${1 + draw.upTo(120)} ${draw.one(streets)}, Lagos`,
    // Never with the ending that the sandbox's bureau does not know.
    bvn: `22${draw.digits(8)}1`,
    registrationNumber: `BN${draw.digits(7)}`,
    sales: test ? salesOfTest(test, asOf) : isNew(seller) ? months(asOf, (i) => monthly * (season[i] ?? 1)) : [],
  };
}

/** The merchant data record that the demo marketplace sends of a shop. */
export function recordOfShop(shop: DemoShop): MerchantRecord {
  const { salesPerformance, ...rest } = recordOfTier("A", shop.seller, shop.businessName);
  const total = (count: number) => shop.sales.slice(-count).reduce((sum, { salesAmount }) => sum + salesAmount, 0);
  const orders = shop.sales.reduce((sum, { orderCount }) => sum + orderCount, 0);
  return {
    ...rest,
    salesPerformance: {
      ...salesPerformance,
      gmv30Days: total(1),
      gmv90Days: total(3),
      gmv180Days: total(6),
      avgMonthlySales: Math.round(total(6) / 6),
      orderCount: orders,
      avgOrderValue: Math.round(total(6) / orders),
    },
    monthlySalesHistory: shop.sales,
  };
}

/** An id for a seller who is new, from some random letters and digits. */
export function newSellerId(random: string): string {
  return `${newSellerPrefix}${random.toLowerCase()}`;
}

function isNew(seller: string): boolean {
  return seller.startsWith(newSellerPrefix) && seller.length > newSellerPrefix.length + 5;
}

/** What was sent of a test merchant tells no month from another; of one without a tier and a past nothing was sent. */
function salesOfTest({ tier, plot }: TestMerchant, asOf: Date): MonthOfSales[] {
  const sent = tier ?? (plot ? "A" : null);
  if (!sent) return [];
  const { avgMonthlySales } = recordOfTier(sent, "", "").salesPerformance;
  return months(asOf, () => avgMonthlySales);
}

function months(asOf: Date, sales: (index: number) => number): MonthOfSales[] {
  return Array.from({ length: historyMonths }, (_, i) => {
    const first = new Date(Date.UTC(asOf.getUTCFullYear(), asOf.getUTCMonth() - historyMonths + i, 1));
    const salesAmount = Math.round(sales(i));
    return { month: first.toISOString().slice(0, 7), salesAmount, orderCount: Math.ceil(salesAmount / 7_500) };
  });
}

/** Takes one thing after the other from a digest. */
function drawFrom(hex: string) {
  let at = 0;
  function upTo(limit: number): number {
    const value = Number.parseInt(hex.slice(at, at + 6), 16);
    at = (at + 2) % (hex.length - 6);
    return value % limit;
  }
  return {
    upTo,
    one: (list: readonly string[]) => list[upTo(list.length)] ?? "",
    digits: (count: number) => Array.from({ length: count }, () => upTo(10)).join(""),
  };
}
