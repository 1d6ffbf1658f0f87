import { z } from "zod";
import { storyKinds } from "@/lib/terms/console/story";

/** What of a loan's story its page shows: a kind, and where the page before ended. */
export const storyQuery = z.object({
  kind: z.enum(storyKinds).optional().catch(undefined),
  at: z.iso.datetime().optional().catch(undefined),
  key: z.string().max(300).optional().catch(undefined),
});
