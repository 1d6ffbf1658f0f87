import { asc } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery, oneOfThose } from "@/lib/surfaces/lists/list-query";
import { findings, riskLabels } from "@/lib/terms/kyc/findings";
import { readKycQueue } from "./queue";

/** More are not offered to choose from. */
const mostOffered = 500;

export const queueQuery = listQuery("merchant", {
  order: choice("Order", { RISK: "Riskiest first" }),
  whose: choice("Whose", { MINE: "Mine", NOBODYS: "Nobody's" }),
  state: choice("State", { SUBMITTED: "Nobody has looked", IN_REVIEW: "In review" }),
  marketplace: oneOfThose<ConsoleScope>("Marketplace", async () => {
    const { id: value, name: label } = marketplaces;
    return db().select({ value, label }).from(marketplaces).orderBy(asc(label)).limit(mostOffered);
  }),
});

export const kycList = list({
  path: "kyc",
  title: "KYC",
  lead: "What waits for review, the longest waiting first.",
  nav: { group: "Work", key: "k" },
  search: "Merchant",
  query: queueQuery,
  read: (scope: ConsoleScope, query) => readKycQueue(scope, query),
  href: ({ href }) => href,
  columns: ({ text, money, shown }) => ({
    businessName: text("Merchant", ({ businessName }) => businessName),
    marketplace: text("Marketplace", ({ marketplace }) => marketplace, { below: true }),
    submittedAt: shown("Waits since", ({ submittedAt }, now) =>
      submittedAt === null ? [{ text: "–" }] : [{ moment: submittedAt, since: now }],
    ),
    risk: shown("Risk", ({ risk, findings: its }) => [
      { state: riskLabels[risk] },
      ...(its.length > 0 ? [{ note: its.map((one) => findings[one].label).join(", ") }] : []),
    ]),
    amount: money("Amount", ({ amount }) => amount),
    accepted: text("Accepted", ({ accepted: its }) => its && `${its.accepted} of ${its.of}`, { none: "–" }),
    takenBy: text("Whose", ({ takenBy }) => takenBy, { none: "Nobody's" }),
  }),
  table: { businessName: 1, submittedAt: 1, risk: 1, amount: 2, marketplace: 3, accepted: 3, takenBy: 3 },
  none: { title: "No case waits", text: "A merchant's KYC comes here when it is submitted." },
});
