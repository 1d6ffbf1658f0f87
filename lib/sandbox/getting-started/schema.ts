import { z } from "zod";
import { text } from "@/lib/kernel/validation";
import { firstMerchantPrefix } from "@/lib/terms/getting-started";

/** The merchant whose journey is opened on the page "Getting started": one that was made there. */
export const openJourneyInput = z.object({
  ref: text(255).startsWith(firstMerchantPrefix, "Must be a merchant that was made on this page"),
});
