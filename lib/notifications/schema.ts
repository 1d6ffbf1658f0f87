import { z } from "zod";
import { cursorOf, cutOnce } from "@/lib/cursor";
import { bool } from "@/lib/validation";

/** What a merchant wants of its mails; also the body of `PUT preferences`. */
export const preferencesBody = z.object({
  weeklySummary: bool.describe("Whether it gets a summary by mail each week while a loan runs"),
});
export type Preferences = z.output<typeof preferencesBody>;

const notificationId = cursorOf("mail", "a notification");
const cursor = notificationId.optional().catch(undefined);

/** The query of the page of notifications; what an address asks for beyond what the page knows is left out. */
export const notificationQuery = z
  .object({ unread: z.literal("yes").optional().catch(undefined), startingAfter: cursor, endingBefore: cursor })
  .overwrite(cutOnce);
export type NotificationQuery = z.output<typeof notificationQuery>;

export const readNotificationInput = z.object({ mailId: notificationId });
