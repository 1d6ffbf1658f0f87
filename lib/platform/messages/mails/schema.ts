import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment } from "@/lib/kernel/answer-fields";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import { bool } from "@/lib/kernel/validation";

/** What a merchant wants of its mails; also the body of `PUT preferences`. */
export const preferencesBody = z
  .object({
    weeklySummary: bool.describe("Whether it gets a summary by mail each week while a loan runs"),
  })
  .meta({ id: "Preferences", sample: { weeklySummary: false } });
export type Preferences = z.output<typeof preferencesBody>;

const notificationId = cursorOf("mail", "a notification");
const cursor = notificationId.optional().catch(undefined);

/** The query of the page of notifications; what an address asks for beyond what the page knows is left out. */
export const notificationQuery = z
  .object({ unread: z.literal("yes").optional().catch(undefined), startingAfter: cursor, endingBefore: cursor })
  .overwrite(cutOnce);
export type NotificationQuery = z.output<typeof notificationQuery>;

export const notificationFilters = {
  unread: z.enum(["true", "false"], "Must be true or false").optional().describe("true: only those not read yet"),
  startingAfter: notificationId.optional(),
  endingBefore: notificationId.optional(),
};
export type NotificationFilters = z.output<z.ZodObject<typeof notificationFilters>>;

const notificationEntry = z.object({
  notificationId: z.string(),
  subject: z.string(),
  merchantId: z.string().describe("Which of the account's merchants it was written to"),
  businessName: z.string(),
  marketplace: z.object({ marketplaceId: z.string(), name: z.string() }),
  environment: z.enum(environments),
  createdAt: moment,
  readAt: moment.nullable().describe("Null: not read yet"),
});

export const notificationList = z.object({ data: z.array(notificationEntry), hasMore: z.boolean() });
export type NotificationList = z.output<typeof notificationList>;

export const notificationAnswer = notificationEntry.extend({
  text: z.string(),
  loanId: z.string().nullable().describe("The loan that it is about, if any"),
});
export type NotificationAnswer = z.output<typeof notificationAnswer>;

export const readNotificationInput = z.object({ mailId: notificationId });
