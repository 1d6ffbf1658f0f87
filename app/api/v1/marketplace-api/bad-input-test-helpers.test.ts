import { beforeAll } from "vitest";
import { holdsContract } from "@/test/contract/suite";
import {
  also,
  boolean,
  filledText,
  group,
  list,
  oneOf,
  optional,
  refusing,
  required,
  value,
  whole,
} from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { POST as advanceClock } from "./test-helpers/clock/advance/route";
import { POST as rejectKyc } from "./test-helpers/kyc/[ref]/reject/route";
import { POST as requireKycUpdate } from "./test-helpers/kyc/[ref]/require-update/route";

useDatabase();

let shop: TestMarketplace;
let clockShop: TestMarketplace;
let rejected: string;
let reopened: string;
beforeAll(async () => {
  shop = await createMarketplace();
  clockShop = await createMarketplace();
  rejected = (await submittedMerchant(shop.test)).merchantId;
  reopened = (await submittedMerchant(shop.test)).merchantId;
});

holdsContract({
  operation: "POST /test-helpers/kyc/{ref}/reject",
  route: rejectKyc,
  key: () => shop.testKey,
  params: () => ({ ref: rejected }),
  body: () => ({ reason: "The documents do not match." }),
  fields: [optional("reason", filledText(500))],
});

holdsContract({
  operation: "POST /test-helpers/clock/advance",
  route: advanceClock,
  key: () => clockShop.testKey,
  body: () => ({ seconds: 60 }),
  fields: [required("seconds", whole(1, 400 * 24 * 60 * 60))],
});

const requirement = () => ({
  step: "documents",
  item: "CAC_CERTIFICATE",
  reasonCode: "UNREADABLE",
  message: "Upload a sharper copy.",
  resolved: false,
});

holdsContract({
  operation: "POST /test-helpers/kyc/{ref}/require-update",
  route: requireKycUpdate,
  key: () => shop.testKey,
  params: () => ({ ref: reopened }),
  body: () => ({ requirements: [requirement(), requirement()] }),
  fields: [
    optional(
      "requirements",
      also(list, {
        refused: [value("empty", []), value("51 of them", Array.from({ length: 51 }, requirement))],
        accepted: [value("50 of them", Array.from({ length: 50 }, requirement))],
      }),
    ),
    { path: "requirements.1", ...refusing(group) },
    required("requirements.1.step", oneOf("business-info", "directors", "documents", "review")),
    required("requirements.1.item", filledText(255)),
    required("requirements.1.reasonCode", {
      refused: [
        ...filledText(64).refused,
        ...["unreadable", "NOT READABLE", "1ST", "_X", "ÜBER"].map((one) => value(one, one)),
      ],
      accepted: [value("as long as allowed (64)", "X".repeat(64)), value("with digits", "PAGE_2_MISSING")],
    }),
    required("requirements.1.message", filledText(500)),
    optional("requirements.1.resolved", boolean),
  ],
});
