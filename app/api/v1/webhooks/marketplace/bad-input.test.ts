import { beforeAll } from "vitest";
import type { Route } from "@/lib/edge/http/route";
import { webhookRoute } from "@/lib/edge/http/webhook-route";
import { mintTenant, type Tenant } from "@/lib/kernel/actor";
import { settlementWebhook } from "@/lib/lending/reconciliation/settlements/schema";
import { repaymentWebhook } from "@/lib/lending/repayments/schema";
import { holdsContract } from "@/test/contract/suite";
import {
  also,
  type Field,
  foreignId,
  group,
  moment,
  naira,
  never,
  oneOf,
  optional,
  refusing,
  required,
  text,
  value,
} from "@/test/contract/table";
import { useDatabase } from "@/test/database";
import { apiSecretOf, signedWebhook } from "@/test/factories/inbound";
import { createMarketplace } from "@/test/factories/marketplace";

useDatabase();

let tenant: Tenant = mintTenant("mkt_0", "test");
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

/** What a verb was given: nothing that a body was refused for. */
let received = 0;
const verb = {
  summary: "For a test",
  description: "For a test",
  errors: [],
  receive: async ({ input: { eventId } }: { input: { eventId: string } }) => {
    received += 1;
    return { id: "set_1", eventId, receivedAt: new Date(0) };
  },
};
const settlements = webhookRoute({ ...verb, operationId: "settlements", body: settlementWebhook });
const repayments = webhookRoute({ ...verb, operationId: "repayments", body: repaymentWebhook });

/** A route as a marketplace calls it that signs whatever it sends. */
function signing(route: Route): Route {
  const handler: (...call: Parameters<Route>) => Promise<Response> = async (request, context) => {
    const { marketplaceId } = tenant;
    const body = new Uint8Array(await request.arrayBuffer());
    const { headers } = signedWebhook({ secret: await apiSecretOf(tenant), marketplaceId, body });
    return route(new Request(request.url, { method: request.method, headers, body }), context);
  };
  return Object.assign(handler, { declaration: route.declaration });
}

/** What is the same for every event. */
const inbound = {
  key: () => "none",
  stored: async () => received,
  read: (path: string) => path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  beyondSchema: [never("marketplace.id", [value("another one", "mkt_00000000000000000000000000")])],
};
const id = foreignId();
const when = also(moment, { refused: [value("a clock that was never set", "1970-01-01T00:00:00Z")] });
const currency = oneOf("NGN");

const at = "2025-01-10T09:00:00Z";
const common = (event: string) => ({
  event,
  event_id: "evt-1",
  timestamp: at,
  marketplace: { id: tenant.marketplaceId, name: "A marketplace" },
  merchant: { marketplace_id: "shop-1", service_id: "mer_1" },
});
const commonFields = (...events: string[]): Field[] => [
  required("event", refusing(oneOf(...events))),
  required("event_id", id),
  required("timestamp", when),
  required("marketplace", group),
  required("marketplace.id", refusing(id)),
  optional("marketplace.name", text(255)),
  required("merchant", group),
  required("merchant.marketplace_id", id),
  optional("merchant.service_id", id),
];

holdsContract({
  ...inbound,
  operation: "settlement.created",
  route: signing(settlements),
  body: () => ({
    ...common("settlement.created"),
    settlement: {
      reference: "set-1",
      gross_amount: 100_000,
      total_deductions: 15_000,
      net_amount: 85_000,
      currency: "NGN",
      period_start: "2025-01-01T00:00:00Z",
      period_end: "2025-01-08T00:00:00Z",
    },
  }),
  fields: [
    ...commonFields("settlement.created"),
    required("settlement", group),
    required("settlement.reference", id),
    required("settlement.gross_amount", naira(0)),
    required("settlement.total_deductions", naira(0)),
    required("settlement.net_amount", naira(0)),
    required("settlement.currency", currency),
    required("settlement.period_start", refusing(when)),
    required(
      "settlement.period_end",
      also(refusing(when), {
        refused: [value("the start", "2025-01-01T01:00:00+01:00"), value("before the start", "2024-12-31T23:59:59Z")],
        accepted: [value("another offset", "2025-01-08T00:00:00+01:00")],
      }),
    ),
  ],
});

const references = (count: number) => Array.from({ length: count }, (_, i) => `ded-${i}`);
holdsContract({
  ...inbound,
  operation: "settlement.transferred",
  route: signing(settlements),
  body: () => ({
    ...common("settlement.transferred"),
    settlement: {
      reference: "set-1",
      net_amount: 85_000,
      currency: "NGN",
      transferred_at: at,
      transfer_reference: "trf-1",
      deduction_references: ["ded-1", "ded-2"],
    },
  }),
  fields: [
    ...commonFields("settlement.transferred"),
    required("settlement", group),
    required("settlement.reference", id),
    required("settlement.net_amount", naira(0)),
    required("settlement.currency", currency),
    required("settlement.transferred_at", when),
    required("settlement.transfer_reference", id),
    optional("settlement.deduction_references", {
      refused: [
        ...[null, "ded-1", 7, true, { 0: "ded-1" }].map((one) => value(JSON.stringify(one), one)),
        value("the same twice", ["ded-1", "ded-2", "ded-1"]),
        value("too many (10,001)", references(10_001)),
      ],
      accepted: [value("none", []), value("as many as allowed (10,000)", references(10_000))],
    }),
    required("settlement.deduction_references.1", id),
  ],
});

holdsContract({
  ...inbound,
  operation: "repayment.deducted",
  route: signing(repayments),
  body: () => ({
    ...common("repayment.deducted"),
    loan: { service_id: "loan_1", service_reference: "LN-1" },
    deduction: { reference: "ded-1", amount: 1_500, currency: "NGN", deducted_at: at },
    source_transaction: { id: "txn-1", type: "sale", gross_amount: 15_000, timestamp: at },
    loan_balance: { total_due: 109_000, total_paid: 1_500, outstanding: 107_500 },
  }),
  fields: [
    ...commonFields("repayment.deducted"),
    required("loan", group),
    required("loan.service_id", id),
    optional("loan.service_reference", id),
    required("deduction", group),
    required("deduction.reference", id),
    required("deduction.amount", naira(0.01)),
    required("deduction.currency", currency),
    required("deduction.deducted_at", when),
    optional("source_transaction", group),
    required("source_transaction.gross_amount", naira(0)),
    optional("loan_balance", group),
    required("loan_balance.total_paid", naira(0)),
  ],
});
