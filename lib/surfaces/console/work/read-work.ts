import type { Environment, OperatorRole } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { table } from "@/lib/surfaces/lists/list";
import { operatorMay } from "@/lib/terms/users/roles";
import { workSources } from "./sources";
import type { WorkItem } from "./work-schema";

/** What waits for a role (all, for who only looks): riskiest first, then oldest. `name`: of one kind alone. */
export async function readWork(call: {
  role: OperatorRole;
  environment: Environment;
  name: string | undefined;
  realNow: RealTime;
}) {
  const { role, environment, name, realNow } = call;
  const mine = workSources.filter(({ permission }) => role === "READ_ONLY" || operatorMay(role, permission));
  const found = await Promise.all(
    mine.map(async (source) => {
      const limit = source.name === name ? 200 : 50;
      return { source, ...(await source.read({ environment, realNow, limit })) };
    }),
  );
  const shown = found.filter(({ source }) => name === undefined || source.name === name);
  const items = shown.flatMap(({ source, items }) => items.map((item) => ({ ...item, kind: source.label })));
  return {
    kinds: found.flatMap(({ source, count }) => (count > 0 ? [{ name: source.name, label: source.label, count }] : [])),
    items: items.sort(before).slice(0, name === undefined ? 100 : 200),
  };
}

const tones = ["neutral", "busy", "warning", "bad"] as const;

export const workTable = table<WorkItem & { kind: string }>({
  caption: "What waits",
  id: ({ kind, id }) => `${kind} ${id}`,
  href: ({ href }) => href,
  columns: ({ shown }) => ({
    what: shown("What", ({ title, detail }) => [{ text: title }, { note: detail }]),
    kind: shown("Kind", ({ kind, risk }) => [{ state: { label: kind, tone: tones[risk] } }]),
    since: shown("Waiting since", ({ since }, now) => [{ moment: since, since: now }]),
    cost: shown(
      "What waiting costs",
      ({ cost: { amount, who } }) => [
        ...(amount === undefined ? [] : [{ money: amount }]),
        ...(who ? [{ note: who }] : []),
      ],
      { below: true, align: "end" },
    ),
  }),
  shown: { what: 1, kind: 2, since: 1, cost: 2 },
});

function before(one: WorkItem, other: WorkItem): number {
  return other.risk - one.risk || one.since.getTime() - other.since.getTime();
}
