import { beforeAll } from "vitest";
import { holdsContract } from "@/test/contract/suite";
import {
  also,
  boolean,
  type Field,
  filledText,
  foreignId,
  group,
  moment,
  naira,
  never,
  nullable,
  oneOf,
  optional,
  refusing,
  required,
  text,
  value,
} from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyMerchant } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { POST as accountFlags } from "./account-flags/route";
import { POST as repayments } from "./repayments/route";
import { POST as sales } from "./sales/route";

useDatabase();

let token = "";
let marketplaceId = "";
let merchant = { merchantId: "", thirdPartyCustomerId: "" };
let loan = { loanId: "", reference: "" };
beforeAll(async () => {
  const marketplace = await createMarketplace();
  marketplaceId = marketplace.marketplaceId;
  token = await accessTokenOf(marketplace.test, { scopes: ["events.write"] });
  merchant = await anyMerchant(marketplace.test);
  loan = await anyLoan(marketplace.test, merchant.merchantId);
});

const key = () => token;
let sent = 0;
/** Every body is another event. */
function eventId(): string {
  sent += 1;
  return `event-${sent}`;
}

const id = foreignId();
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const when = also(moment, {
  refused: [
    value("a clock that was never set", "1970-01-01T00:00:00Z"),
    value("year 0", "0000-01-01T00:00:00Z"),
    value("beyond the years that things happen in", "2200-01-01T00:00:00Z"),
    value("beyond the year 9999", "9999-12-31T23:59:59-12:00"),
  ],
});
const future = (path: string) =>
  never(path, [value("tomorrow", tomorrow), value("as late as can be", "2199-12-31T23:59:59Z")]);
const currency = oneOf("NGN");

holdsContract({
  operation: "submitSalesEvent",
  route: sales,
  key,
  body: () => ({
    eventId: eventId(),
    merchantId: merchant.thirdPartyCustomerId,
    orderId: "order-1",
    amount: 12_500.5,
    currency: "NGN",
    occurredAt: "2025-01-10T09:00:00Z",
  }),
  fields: [
    required("eventId", refusing(id)),
    required("merchantId", refusing(id)),
    required("orderId", id),
    required("amount", naira(0)),
    required("currency", currency),
    required("occurredAt", when),
  ],
  beyondSchema: [future("occurredAt")],
});

holdsContract({
  operation: "submitAccountFlag",
  route: accountFlags,
  key,
  body: () => ({
    eventId: eventId(),
    merchantId: merchant.merchantId,
    flag: "POLICY_VIOLATION",
    severity: "LOW",
    reason: "Sold what it may not",
    occurredAt: "2025-01-10T09:00:00Z",
  }),
  fields: [
    required("eventId", refusing(id)),
    required("merchantId", refusing(id)),
    required("flag", oneOf("SUSPENDED", "REINSTATED", "FRAUD", "POLICY_VIOLATION", "CLEARED")),
    optional("severity", nullable(oneOf("LOW", "MEDIUM", "HIGH", "CRITICAL"))),
    optional("reason", nullable(text(500))),
    required("occurredAt", when),
  ],
  beyondSchema: [future("occurredAt")],
});

const figures: Record<string, Field[]> = {
  "repayment.deducted": [required("deduction.amount", naira(0.01)), required("deduction.deductedAt", when)],
  "repayment.failed": [
    required("deduction.attemptedAmount", naira(0)),
    required("deduction.failedAt", when),
    required("deduction.reasonCode", filledText(100)),
    required("deduction.reason", text(500)),
    required("deduction.willRetry", boolean),
  ],
  "repayment.reversed": [
    required("deduction.amount", naira(0.01)),
    required("deduction.reversedAt", when),
    required("deduction.originalReference", id),
    required("deduction.reasonCode", filledText(100)),
  ],
};
const at = "2025-01-10T09:00:00Z";
const deductions: Record<string, object> = {
  "repayment.deducted": { amount: 1_500, deductedAt: at },
  "repayment.failed": {
    attemptedAmount: 1_500,
    failedAt: at,
    reasonCode: "NO_FUNDS",
    reason: "The payout was too small",
    willRetry: true,
  },
  "repayment.reversed": { amount: 1_500, reversedAt: at, originalReference: "ded-0", reasonCode: "REFUND" },
};

for (const [event, own] of Object.entries(figures)) {
  const [, happened] = event.split(".");
  holdsContract({
    operation: `submitRepaymentEvent (${event})`,
    route: repayments,
    key,
    body: () => ({
      event,
      eventId: eventId(),
      timestamp: at,
      marketplace: { id: marketplaceId, name: "A marketplace" },
      merchant: { marketplaceId: merchant.thirdPartyCustomerId, serviceId: merchant.merchantId },
      loan: { serviceId: loan.loanId, serviceReference: loan.reference },
      deduction: { reference: `ded-${sent}`, currency: "NGN", ...deductions[event] },
      sourceTransaction: { id: "txn-1", type: "sale", grossAmount: 15_000, timestamp: at },
      loanBalance: { totalDue: 109_000, totalPaid: 1_500, outstanding: 107_500 },
    }),
    fields: [
      required("event", refusing(oneOf(event))),
      required("eventId", refusing(id)),
      required("timestamp", when),
      required("marketplace", group),
      required("marketplace.id", refusing(id)),
      optional("marketplace.name", text(255)),
      required("merchant", group),
      required("merchant.marketplaceId", refusing(id)),
      optional("merchant.serviceId", refusing(id)),
      required("loan", group),
      required("loan.serviceId", refusing(id)),
      optional("loan.serviceReference", refusing(id)),
      required("deduction", group),
      required("deduction.reference", id),
      required("deduction.currency", currency),
      ...own,
      optional("sourceTransaction", group),
      required("sourceTransaction.id", id),
      required("sourceTransaction.type", filledText(50)),
      required("sourceTransaction.grossAmount", naira(0)),
      required("sourceTransaction.timestamp", when),
      optional("loanBalance", group),
      required("loanBalance.totalDue", naira(0)),
      required("loanBalance.totalPaid", naira(0)),
      required("loanBalance.outstanding", naira(0)),
    ],
    beyondSchema: [
      never("marketplace.id", [value("another one", "mkt_00000000000000000000000000")]),
      ...["timestamp", "sourceTransaction.timestamp", `deduction.${happened}At`].map(future),
    ],
  });
}
