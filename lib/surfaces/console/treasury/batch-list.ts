import { toKobo } from "@/lib/kernel/money";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import { batchKindNames, batchLabels } from "@/lib/terms/console/treasury-words";
import { listBatchesAt } from "./batches";

export const batchList = list({
  path: "treasury/batches",
  title: "Batches",
  lead: "Orders of lenders that pay by hand: made into a file, released, entered at the bank, and found on its statement.",
  nav: { group: "Treasury", key: "h" },
  search: "Lender, by name",
  query: listQuery("instructionBatch", { state: choice("State", batchLabels) }),
  read: listBatchesAt,
  href: ({ id }) => `treasury/batches/${id}`,
  columns: ({ text, number, money, moment, state }) => ({
    lender: text("Lender", ({ lender, number }) => `${lender}, batch ${number}`, { title: "Batch" }),
    kind: text("Of", ({ kind }) => batchKindNames[kind]),
    orders: number("Orders", ({ orders }) => orders),
    confirmed: number("Carried out", ({ confirmed }) => confirmed),
    total: money("Total", ({ total }) => toKobo(total)),
    state: state("State", ({ state }) => state, batchLabels),
    madeAt: moment("Made", ({ madeAt }) => new Date(madeAt)),
  }),
  table: { lender: 1, kind: 2, orders: 2, confirmed: 2, total: 1, state: 1, madeAt: 3 },
  none: { title: "No batches yet", text: "Make one of the orders that wait above, once there are any." },
});
