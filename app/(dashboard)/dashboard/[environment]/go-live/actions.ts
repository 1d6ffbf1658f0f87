"use server";

import { z } from "zod";
import { verbAction } from "@/lib/edge/http/actions/dashboard-action";
import { requestGoLive } from "@/lib/parties/marketplaces/go-live/request-go-live";
import { requestGoLiveInput } from "@/lib/parties/marketplaces/go-live/schema";
import { withdrawGoLive } from "@/lib/parties/marketplaces/go-live/withdraw-request";

export const ask = verbAction("requestGoLive", requestGoLiveInput, requestGoLive);
export const withdraw = verbAction("withdrawGoLive", z.object({}), withdrawGoLive);
