import { transaction } from "@/db/client";
import { operatorIn, type Tenant, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { type BreakRecord, lockBreak } from "@/lib/lending/reconciliation/breaks/lock-break";
import { decideBreakBody } from "@/lib/lending/reconciliation/breaks/schema";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { findBreakSubject, listOpenBreaks } from "./break-queries";
import { type Command, type Context, option, requireOperator, UsageError, word } from "./command";
import { describeMerchant } from "./describe";
import { describeBreak, describeListedBreak } from "./describe-break";

const listedAtMost = 200;

export const breakCommands: Record<string, Command> = {
  "break list": {
    words: [],
    about: "breaks that have not ended, those that a marketplace has answered first",
    prepare: async (context) => {
      requireOperator(context, "view");
      const { listed, more } = await listOpenBreaks(listedAtMost);
      if (listed.length === 0) return { lines: ["No break is open."], perform: null };
      const nowOf = clocks(context.realNow);
      const lines: string[] = [];
      for (const one of listed) lines.push(...describeListedBreak(one, await nowOf(tenantOf(one.found))));
      return { lines: more > 0 ? [...lines, `And ${more} more.`] : lines, perform: null };
    },
  },
  "break show": {
    words: ["BREAK"],
    about: "what is wrong, the evidence, and what the marketplace says of it",
    prepare: async (context) => ({ lines: (await shownBreak(context)).lines, perform: null }),
  },
  "break decide": {
    words: ["BREAK", "RESOLUTION"],
    options: { note: "TEXT" },
    about:
      "closes a break as CORRECTED, EXPLAINED or ACCEPTED, answered or not; of a SALE_CHANGED, ACCEPTED has what was told last count, REJECTED what was told first",
    prepare: async (context) => {
      const { found, tenant, lines } = await shownBreak(context);
      if (found.status === "RESOLVED") return { lines, perform: null };
      const input = decisionIn(context);
      const actor = operatorIn(tenant, requireOperator(context, "collect"));
      return {
        lines: [...lines, `Close this break as ${input.resolution}: ${input.note}`],
        perform: async (realNow) => {
          const now = await readBusinessNow(tenant, realNow);
          return transaction(async () => {
            refuseChanged(found, await lockBreak(reachOf(actor), found.id));
            const { resolution } = await decideBreak({ actor, breakId: found.id, input, now });
            return `Closed as ${resolution}.`;
          });
        },
      };
    },
  },
};

function decisionIn(context: Context) {
  const note = option(context, "note");
  const parsed = decideBreakBody.safeParse({ resolution: word(context, 1, "The resolution"), note });
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path: [field], message }) =>
    field === "note" ? `--note: ${message}.` : `The resolution: ${message}.`,
  );
  throw new UsageError(wrong.join("\n"));
}

/** Who acts is asked first: whoever does not say it learns nothing of a merchant. */
async function shownBreak(context: Context) {
  requireOperator(context, "view");
  const { found, owed, merchant } = await findBreakSubject(word(context, 0, "The break's id"));
  const { tenant } = merchant;
  const now = await readBusinessNow(tenant, context.realNow);
  return { found, tenant, lines: [...describeMerchant(merchant), ...describeBreak(found, owed, now)] };
}

/** The time of a tenant, asked once for each. */
function clocks(realNow: RealTime): (tenant: Tenant) => Promise<BusinessTime> {
  const known = new Map<string, Promise<BusinessTime>>();
  return (tenant) => {
    const name = `${tenant.marketplaceId} ${tenant.environment}`;
    const time = known.get(name) ?? readBusinessNow(tenant, realNow);
    known.set(name, time);
    return time;
  };
}

/** What is decided is what was shown: meanwhile it may have grown, ended, or been answered otherwise. */
function refuseChanged(shown: BreakRecord, found: BreakRecord): void {
  const told = ({ status, expected, actual, answeredAt, evidence }: BreakRecord) =>
    JSON.stringify([status, expected, actual, answeredAt, evidence]);
  if (told(shown) !== told(found)) {
    throw new UsageError("The break has changed since it was shown. Nothing was done: look again.");
  }
}
