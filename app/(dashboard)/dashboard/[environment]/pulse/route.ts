import { pulseRoute } from "@/lib/edge/http/pulse-route";

/** What the pages that stay up to date ask every few seconds. */
export const GET = pulseRoute;
