"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/dashboard-action";
import { allowThisDashboard } from "@/lib/sandbox/getting-started/allow-this-dashboard";
import { openJourneyInput } from "@/lib/sandbox/getting-started/schema";
import { startFirstMerchant } from "@/lib/sandbox/getting-started/start-first-merchant";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";

export const allowDashboard = dashboardAction({
  name: "allowThisDashboard",
  permission: allowThisDashboard.permission,
  testOnly: true,
  input: z.object({}),
  work: allowThisDashboard,
});

export const startMerchant = dashboardAction({
  name: "startFirstMerchant",
  permission: startFirstMerchant.permission,
  testOnly: true,
  input: z.object({}),
  work: startFirstMerchant,
});

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
