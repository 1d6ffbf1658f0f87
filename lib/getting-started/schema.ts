import { z } from "zod";
import { text } from "@/lib/validation";
import { firstMerchantPrefix } from "./constants";

/** The merchant whose journey is opened on the page "Getting started": one that was made there. */
export const openJourneyInput = z.object({
  ref: text(255).startsWith(firstMerchantPrefix, "Must be a merchant that was made on this page"),
});
