import { z } from "zod";
import * as clock from "@/lib/kernel/clock";
import { readPulse } from "@/lib/surfaces/dashboard/read-pulse";
import { pulseTopics } from "@/lib/terms/dashboard/pulse";
import { requireStaff } from "./actions/dashboard-action";
import { validate } from "./body";
import { rateLimited, spendHere } from "./rate-limit";
import { problemResponse } from "./reply";

const query = z.object({
  topics: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(pulseTopics)).min(1)),
});

/** Tells an open page, as a text that differs from the last one, when it has something new to show. */
export async function pulseRoute(
  request: Request,
  { params }: { params: Promise<{ environment: string }> },
): Promise<Response> {
  try {
    const known = await requireStaff(request.headers, (await params).environment);
    // Counted apart from what somebody asks for: pages that are left open do not use that up.
    const allowance = spendHere("read", `pulse:${known.staff.id}`, clock.now());
    if (allowance.exceeded) throw rateLimited(allowance);
    const { topics } = validate(query, Object.fromEntries(new URL(request.url).searchParams), "query");
    const pulse = await readPulse({ actor: known.actor, topics });
    return new Response(pulse, { headers: { "content-type": "text/plain", "cache-control": "no-store" } });
  } catch (error) {
    return problemResponse(error, request);
  }
}
