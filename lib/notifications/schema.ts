import { z } from "zod";
import { bool } from "@/lib/validation";

/** What a merchant wants of its mails; also the body of `PUT preferences`. */
export const preferencesBody = z.object({
  weeklySummary: bool.describe("Whether it gets a summary by mail each week while a loan runs"),
});
export type Preferences = z.output<typeof preferencesBody>;
