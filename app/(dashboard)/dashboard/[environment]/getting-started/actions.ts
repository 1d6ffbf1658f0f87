"use server";

import { z } from "zod";
import { mintEmbedToken } from "@/lib/embed/mint-token";
import { allowThisDashboard } from "@/lib/getting-started/allow-this-dashboard";
import { openJourneyInput } from "@/lib/getting-started/schema";
import { startFirstMerchant } from "@/lib/getting-started/start-first-merchant";
import { dashboardAction } from "@/lib/http/dashboard-action";

export const allowDashboard = dashboardAction({
  name: "allowThisDashboard",
  permission: "change",
  testOnly: true,
  input: z.object({}),
  work: allowThisDashboard,
});

export const startMerchant = dashboardAction({
  name: "startFirstMerchant",
  permission: "change",
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
