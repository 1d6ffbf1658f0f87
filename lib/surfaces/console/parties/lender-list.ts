import { toKobo } from "@/lib/kernel/money";
import { listLenders } from "@/lib/parties/lenders/list-lenders";
import type { LenderAnswer } from "@/lib/parties/lenders/schema";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import type { Labels } from "@/lib/terms/label";

const states = {
  LENDS: { label: "Lends", tone: "good" },
  NO_RAIL: { label: "No rail", tone: "warning" },
  PAUSED: { label: "Paused", tone: "warning" },
  ARCHIVED: { label: "Archived", tone: "neutral" },
} as const satisfies Labels<string>;

function stateOf({ archivedAt, pausedAt, rail, environment }: LenderAnswer): keyof typeof states {
  if (archivedAt) return "ARCHIVED";
  if (pausedAt) return "PAUSED";
  return rail || environment === "test" ? "LENDS" : "NO_RAIL";
}

export const consoleLenders = list({
  path: "lenders",
  title: "Lenders",
  lead: "Whose money is lent, how much of it is out, and over which rail it moves.",
  nav: { group: "Parties", key: "d" },
  search: "Name or id",
  query: listQuery("lender", { archived: choice("Shown", { true: "Archived ones" }) }),
  read: async ({ environment, realNow }: ConsoleScope, query) => {
    const { data: rows, hasMore } = await listLenders({ ...query, environment }, realNow);
    return { rows, hasMore };
  },
  href: ({ id }) => `lenders/${id}`,
  columns: ({ text, money, state }) => ({
    name: text("Name", ({ name }) => name),
    state: state("State", stateOf, states),
    out: money("Out and offered", ({ used }) => toKobo(used.facility)),
    facility: money("Facility", ({ limits }) => (limits.facility === null ? null : toKobo(limits.facility)), {
      none: "No limit",
    }),
    rail: text("Rail", ({ rail }) => rail && (rail.kind === "BY_HAND" ? "By hand" : "Paystack"), { none: "None" }),
  }),
  table: { name: 1, state: 1, out: 1, facility: 2, rail: 3 },
  none: { title: "No lenders yet", text: "Nothing is lent here until a lender is added, with products and a rail." },
});
