"use server";

import { z } from "zod";
import { requestGoLive } from "@/lib/go-live/request-go-live";
import { requestGoLiveInput } from "@/lib/go-live/schema";
import { withdrawGoLive } from "@/lib/go-live/withdraw-request";
import { dashboardAction } from "@/lib/http/dashboard-action";

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
