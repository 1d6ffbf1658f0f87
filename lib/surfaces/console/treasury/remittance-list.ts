import { toKobo } from "@/lib/kernel/money";

import { list } from "@/lib/surfaces/lists/list";
import { listQuery } from "@/lib/surfaces/lists/list-query";
import { listRemittancesAt } from "./remittances";

/** Days without a time are told apart from moments. */
const late = { label: "Late", tone: "bad" } as const;
const inTime = { label: "In time", tone: "good" } as const;

export const remittanceList = list({
  path: "treasury/remittances",
  title: "Remittances",
  lead: "What marketplaces have deducted for lenders, what has arrived of it, and what is late.",
  nav: { group: "Treasury", key: "i" },
  search: "Marketplace or lender, by name",
  query: listQuery("remitter", {}),
  read: listRemittancesAt,
  href: ({ id }) => `treasury/remittances/${id}`,
  columns: ({ text, money, date, shown }) => ({
    marketplace: text("Marketplace", ({ marketplace }) => marketplace),
    lender: text("Lender", ({ lender }) => lender.name, { below: true }),
    reference: text("Reference", ({ reference }) => reference, { look: "code" }),
    reported: money("Deducted", ({ reported }) => toKobo(reported)),
    received: money("Received", ({ received }) => toKobo(received)),
    unremitted: money("Owed", ({ unremitted }) => toKobo(unremitted)),
    late: money("Late", ({ late }) => toKobo(late)),
    since: date("Oldest due", ({ since }) => since),
    limit: money("Limit", ({ limit }) => toKobo(limit)),
    state: shown("State", (one) => [{ state: one.late > 0 ? late : inTime }]),
  }),
  table: { marketplace: 1, lender: 2, reported: 3, received: 2, unremitted: 2, late: 1, since: 3, state: 1 },
  none: { title: "Nothing is owed", text: "As soon as a marketplace deducts for a lender, it appears here." },
});
