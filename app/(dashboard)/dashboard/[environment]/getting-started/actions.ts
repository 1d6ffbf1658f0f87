"use server";

import { z } from "zod";
import { dashboardAction, verbAction } from "@/lib/edge/http/actions/dashboard-action";
import { allowThisDashboard } from "@/lib/sandbox/getting-started/allow-this-dashboard";
import { openJourneyInput } from "@/lib/sandbox/getting-started/schema";
import { startFirstMerchant } from "@/lib/sandbox/getting-started/start-first-merchant";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";

export const allowDashboard = verbAction("allowThisDashboard", z.object({}), allowThisDashboard, { testOnly: true });
export const startMerchant = verbAction("startFirstMerchant", z.object({}), startFirstMerchant, { testOnly: true });

export const openJourney = dashboardAction({
  name: "openFirstJourney",
  permission: "change",
  testOnly: true,
  input: openJourneyInput,
  work: async ({ actor, input, realNow }) => {
    const { token } = await mintEmbedToken({ actor, ref: input.ref, realNow });
    return { token };
  },
});
