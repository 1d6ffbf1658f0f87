import { type Actor, type Operator, operatorIn, tenantOf } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { declineGoLive } from "@/lib/parties/marketplaces/go-live/decline-request";
import { readGoLive } from "@/lib/parties/marketplaces/go-live/read-go-live";
import type { GoLive } from "@/lib/parties/marketplaces/go-live/schema";
import { takeMarketplaceLive } from "@/lib/parties/marketplaces/go-live/take-live";
import { resumeMarketplace, suspendMarketplace } from "@/lib/parties/marketplaces/suspend-marketplace";
import { type Command, reasonIn, requireOperator, UsageError, word } from "./command";
import { describeGoLive, describeMarketplace } from "./describe";
import { findMarketplaceSubject, listMarketplaces } from "./queries";

export const marketplaceCommands: Record<string, Command> = {
  "marketplace list": {
    words: [],
    about: "every marketplace, whether it is live, and whether it asks to be",
    prepare: async () => ({ lines: (await listMarketplaces()).map(describeMarketplace), perform: null }),
  },
  "marketplace live": {
    words: ["MARKETPLACE"],
    about: "its live credentials are accepted from now on",
    prepare: async (context) => {
      const operator = requireOperator(context);
      const marketplace = await findMarketplaceSubject(word(context, 0, "The marketplace's id"));
      if (marketplace.liveAt) return { lines: [describeMarketplace(marketplace)], perform: null };
      const actor = operatorFor(marketplace.id, operator);
      const shown = await readGoLive(actor, context.realNow);
      const lines = [describeMarketplace(marketplace), ...describeGoLive(shown)];
      return {
        lines: [...lines, "Take this marketplace live"],
        perform: async (realNow) => {
          await requireUnchanged(actor, shown, realNow);
          const taken = await takeMarketplaceLive({ operator, marketplaceId: marketplace.id, realNow });
          return taken ? "It is live." : "It was live already.";
        },
      };
    },
  },
  "marketplace suspend": turn("nothing new is lent to its merchants; loans go on", suspendMarketplace, "Suspended."),
  "marketplace resume": turn("its merchants can borrow again", resumeMarketplace, "It lends again."),
  "marketplace decline": {
    words: ["MARKETPLACE"],
    options: { reason: "TEXT" },
    about: "refuses its request to go live; the reason is sent to it by mail",
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const marketplace = await findMarketplaceSubject(word(context, 0, "The marketplace's id"));
      const { id: marketplaceId } = marketplace;
      const actor = operatorFor(marketplaceId, operator);
      const shown = await readGoLive(actor, context.realNow);
      const lines = [describeMarketplace(marketplace), ...describeGoLive(shown)];
      if (shown.request?.status !== "REQUESTED") throw new UsageError(`${marketplace.name} does not ask to go live.`);
      return {
        lines: [...lines, `Decline this: ${reason}`],
        perform: async (realNow) => {
          await requireUnchanged(actor, shown, realNow);
          await declineGoLive({ operator, marketplaceId, reason, realNow });
          return "Declined.";
        },
      };
    },
  },
};

function turn(about: string, verb: typeof suspendMarketplace, done: string): Command {
  return {
    words: ["MARKETPLACE"],
    options: { reason: "TEXT" },
    about,
    prepare: async (context) => {
      const operator = requireOperator(context);
      const reason = reasonIn(context);
      const marketplace = await findMarketplaceSubject(word(context, 0, "The marketplace's id"));
      return {
        lines: [describeMarketplace(marketplace), `Reason: ${reason}`, about],
        perform: async (realNow) => {
          await verb({ operator, marketplaceId: marketplace.id, reason, realNow });
          return done;
        },
      };
    },
  };
}

function operatorFor(marketplaceId: string, operator: Operator): Actor {
  return operatorIn(tenantOf({ marketplaceId, environment: "live" }), operator);
}

/** What is decided is what was shown. */
async function requireUnchanged(actor: Actor, shown: GoLive, realNow: RealTime): Promise<void> {
  const now = await readGoLive(actor, realNow);
  if (JSON.stringify(now) !== JSON.stringify(shown)) throw new UsageError("Something changed meanwhile. Look again.");
}
