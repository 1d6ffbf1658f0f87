"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/dashboard-action";
import { requestGoLive } from "@/lib/parties/marketplaces/go-live/request-go-live";
import { requestGoLiveInput } from "@/lib/parties/marketplaces/go-live/schema";
import { withdrawGoLive } from "@/lib/parties/marketplaces/go-live/withdraw-request";

export const ask = dashboardAction({
  name: "requestGoLive",
  permission: requestGoLive.permission,
  input: requestGoLiveInput,
  work: requestGoLive,
});

export const withdraw = dashboardAction({
  name: "withdrawGoLive",
  permission: withdrawGoLive.permission,
  input: z.object({}),
  work: withdrawGoLive,
});
