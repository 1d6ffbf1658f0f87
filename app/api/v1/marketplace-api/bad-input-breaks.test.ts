import { beforeAll } from "vitest";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { holdsContract } from "@/test/contract/suite";
import { filledText, oneOf, required } from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as answer } from "./breaks/[breakId]/answer/route";
import { POST as decide } from "./test-helpers/breaks/[breakId]/decide/route";

useDatabase();

let shop: TestMarketplace;
let waiting: string;
let open: string[];
beforeAll(async () => {
  shop = await createMarketplace();
  const { merchantId } = await anyMerchant(shop.test);
  const found = { tenant: shop.test, merchantId, type: "OVER_DEDUCTION", evidence: {}, now: now() } as const;
  waiting = await raiseBreak({ ...found, subject: "waiting" });
  open = await Promise.all(Array.from({ length: 30 }, (_, i) => raiseBreak({ ...found, subject: `${i}` })));
});

const key = () => shop.testKey;
const reasons = ["ORDER_CANCELLED", "REPORTED_WRONGLY", "DEDUCTED_WRONGLY", "SENT_SEPARATELY", "OTHER_CHARGES"];

holdsContract({
  operation: "POST /breaks/{breakId}/answer",
  route: answer,
  key,
  params: () => ({ breakId: waiting }),
  body: () => ({ reason: "OTHER", note: "As agreed." }),
  fields: [required("reason", oneOf(...reasons, "MERCHANT_AGREED", "OTHER")), required("note", filledText(1_000))],
});

holdsContract({
  operation: "POST /test-helpers/breaks/{breakId}/decide",
  route: decide,
  key,
  // Each body needs a break that is open.
  params: () => ({ breakId: open.pop() ?? "" }),
  body: () => ({ resolution: "ACCEPTED", note: "Seen." }),
  fields: [required("resolution", oneOf("CORRECTED", "EXPLAINED", "ACCEPTED")), required("note", filledText(1_000))],
});
