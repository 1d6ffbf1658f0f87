"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/dashboard-action";
import { requestGoLive } from "@/lib/parties/marketplaces/go-live/request-go-live";
import { requestGoLiveInput } from "@/lib/parties/marketplaces/go-live/schema";
import { withdrawGoLive } from "@/lib/parties/marketplaces/go-live/withdraw-request";

export const ask = dashboardAction({
  name: "requestGoLive",
  permission: "manage",
  input: requestGoLiveInput,
  work: requestGoLive,
});

export const withdraw = dashboardAction({
  name: "withdrawGoLive",
  permission: "manage",
  input: z.object({}),
  work: withdrawGoLive,
});
