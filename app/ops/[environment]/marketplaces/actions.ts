"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { foreignId, text } from "@/lib/kernel/validation";
import { declineGoLive } from "@/lib/parties/marketplaces/go-live/decline-request";
import { takeMarketplaceLive } from "@/lib/parties/marketplaces/go-live/take-live";
import { resumeMarketplace, suspendMarketplace } from "@/lib/parties/marketplaces/suspend-marketplace";

const marketplaceId = foreignId(64);
const reasoned = z.object({ marketplaceId, reason: text(500) });

export const takeLive = operatorAction({
  ...({ name: "takeMarketplaceLive", permission: "manage" } as const),
  input: z.object({ marketplaceId }),
  work: async ({ operator, input, realNow }) => {
    await takeMarketplaceLive({ operator, ...input, realNow });
  },
});

export const decline = reasonedAction("declineGoLive", declineGoLive);
export const suspend = reasonedAction("suspendMarketplace", suspendMarketplace);
export const resume = reasonedAction("resumeMarketplace", resumeMarketplace);

function reasonedAction(name: string, verb: typeof declineGoLive) {
  return operatorAction({
    ...({ name, permission: "manage", input: reasoned } as const),
    work: ({ operator, input, realNow }) => verb({ operator, ...input, realNow }),
  });
}
