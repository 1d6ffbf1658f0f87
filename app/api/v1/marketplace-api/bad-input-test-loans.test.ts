import { beforeAll } from "vitest";
import { later, second } from "@/lib/kernel/calendar";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { holdsContract } from "@/test/contract/suite";
import {
  also,
  date,
  filledText,
  foreignId,
  literal,
  moment,
  naira,
  never,
  nullable,
  oneOf,
  optional,
  refusing,
  value,
} from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { setLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan, anyLoan, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { POST as accept } from "./test-helpers/loans/[loanId]/accept/route";
import { POST as cancel } from "./test-helpers/loans/[loanId]/cancel/route";
import { POST as changeTerms } from "./test-helpers/loans/[loanId]/change-terms/route";
import { POST as pause } from "./test-helpers/loans/[loanId]/pause/route";
import { POST as refusePayout } from "./test-helpers/loans/[loanId]/refuse-payout/route";
import { POST as repay } from "./test-helpers/loans/[loanId]/repay/route";
import { POST as resume } from "./test-helpers/loans/[loanId]/resume/route";
import { POST as reverse } from "./test-helpers/loans/[loanId]/reverse/route";
import { POST as writeOff } from "./test-helpers/loans/[loanId]/write-off/route";

useDatabase();
usePlainAgreements();

let shop: TestMarketplace;
let active: string;
let cancelled: string;
let writtenOff: string;
let held: string[];
beforeAll(async () => {
  shop = await createMarketplace();
  const { merchantId } = await anyMerchant(shop.test);
  active = (await activeLoan(shop.test, merchantId, { principal: 100_000_000_000 })).loanId;
  // Any percentage that all loans of a merchant may take together.
  const widest = { lowestDeductionBasisPoints: 1, highestDeductionBasisPoints: 3_000 };
  await setLoan(shop.test, active, widest);
  cancelled = (await anyLoan(shop.test, merchantId)).loanId;
  writtenOff = (await activeLoan(shop.test, merchantId)).loanId;
  const { merchantId: waiting } = await anyMerchant(shop.test);
  held = await Promise.all(Array.from({ length: 12 }, async () => (await heldLoan(shop.test, waiting)).loanId));
  const sandbox = { actor: { kind: "sandbox", tenant: shop.test }, now: now() } as const;
  await cancelLoan({ ...sandbox, loanId: cancelled, input: { reason: "DECLINED" } });
  await defaultLoan({ ...sandbox, loanId: writtenOff, input: { reason: "DECIDED" } });
  await writeOffLoan({ ...sandbox, loanId: writtenOff, input: { reason: "Gone." } });
});

const common = { key: () => shop.testKey, params: () => ({ loanId: active }) };

const digits = (refused: string[], accepted: string[]) => ({
  refused: [
    ...filledText(10).refused,
    ...refused.map((one) => value(one, one)),
    value("Unicode digits", "０１２３４５６７８９"),
    value("a line break behind it", `${accepted[0]}\n`),
  ],
  accepted: accepted.map((one) => value(one, one)),
});

holdsContract({
  ...common,
  operation: "POST /test-helpers/loans/{loanId}/accept",
  route: accept,
  body: () => ({ bankCode: "058", accountNumber: "0123456789" }),
  fields: [
    optional("bankCode", digits(["58", "0000058", "05a", "058 "], ["058", "000014"])),
    optional("accountNumber", digits(["012345678", "01234567890", "012345678x", "+123456789"], ["0123456789"])),
  ],
});

holdsContract({
  ...common,
  operation: "POST /test-helpers/loans/{loanId}/repay",
  route: repay,
  body: () => ({ amount: 0.01 }),
  fields: [
    optional(
      "amount",
      also(refusing(naira(0.01)), { refused: [literal("0"), literal("-0")], accepted: [literal("12.5")] }),
    ),
    optional(
      "occurredAt",
      also(refusing(moment), {
        refused: [value("before 2000", "1999-12-31T23:59:59Z")],
        accepted: [value("long ago", "2000-01-01T00:00:00Z"), value("a second ago", later(now(), -second))],
      }),
    ),
    optional("reference", foreignId()),
  ],
  beyondSchema: [never("occurredAt", [value("tomorrow", later(now(), 86_400 * second))])],
});

holdsContract({
  ...common,
  operation: "POST /test-helpers/loans/{loanId}/reverse",
  route: reverse,
  body: () => ({ amount: 0.01, reference: "none" }),
  fields: [
    // Without an amount the deduction must be known, as another test shows.
    { path: "amount", refused: nullable(also(naira(0.01), { refused: [literal("0")] })).refused, accepted: [] },
    { path: "reference", refused: nullable(foreignId()).refused, accepted: foreignId().accepted },
  ],
});

holdsContract({
  ...common,
  operation: "POST /test-helpers/loans/{loanId}/change-terms",
  route: changeTerms,
  body: () => ({}),
  fields: [
    optional("deductionPercentage", {
      refused: [...refusing(naira(0)).refused, ...["0", "100.01", "0.001", "12.345"].map(literal)],
      accepted: ["0.01", "12.55", "30"].map(literal),
    }),
    optional("minimumDeduction", naira(0)),
    optional("dueDate", refusing(date)),
    optional("reason", filledText(500)),
  ],
  beyondSchema: [never("dueDate", [value("in the past", "2020-01-01")])],
});

for (const [name, route] of [
  ["pause", pause],
  ["resume", resume],
] as const) {
  holdsContract({
    ...common,
    operation: `POST /test-helpers/loans/{loanId}/${name}`,
    route,
    body: () => ({}),
    fields: [optional("reason", filledText(500))],
  });
}

holdsContract({
  ...common,
  operation: "POST /test-helpers/loans/{loanId}/write-off",
  route: writeOff,
  params: () => ({ loanId: writtenOff }),
  body: () => ({}),
  fields: [optional("reason", filledText(500))],
});

holdsContract({
  ...common,
  operation: "POST /test-helpers/loans/{loanId}/cancel",
  route: cancel,
  params: () => ({ loanId: cancelled }),
  body: () => ({}),
  fields: [
    optional("reason", oneOf("DECLINED", "EXPIRED", "CANCELLED", "UNDERWRITING_CHANGED", "PAYOUT_NOT_RELEASED")),
  ],
});

holdsContract({
  ...common,
  operation: "POST /test-helpers/loans/{loanId}/refuse-payout",
  route: refusePayout,
  // Each body needs a payout that is held.
  params: () => ({ loanId: held.pop() ?? "" }),
  body: () => ({}),
  fields: [optional("reason", filledText(500))],
});
