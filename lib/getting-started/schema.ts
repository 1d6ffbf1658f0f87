import { z } from "zod";
import { firstMerchantPrefix } from "./constants";

/** The merchant whose journey is opened on the page "Getting started": one that was made there. */
export const openJourneyInput = z.object({
  ref: z.string().startsWith(firstMerchantPrefix, "Must be a merchant that was made on this page").max(255),
});
