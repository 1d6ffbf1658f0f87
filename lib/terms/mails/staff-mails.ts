import type { DisabledReason } from "@/lib/terms/outbound-webhooks";
import { staffMail } from "./mail";

const reasons: Record<DisabledReason, string> = {
  GONE: "it answered 410 Gone",
  FAILING: "every delivery to it failed for three days",
};

/** What a marketplace's staff are written. */
export const staffMails = {
  /** Its origin alone: the rest of the address may be a secret, or text of anybody's choosing. */
  ENDPOINT_DISABLED: staffMail<{ origin: string; reason: DisabledReason }>({
    when: "a webhook endpoint was [disabled](webhooks.md#disabling)",
    topic: "webhook",
    sample: { origin: "https://hooks.market.example", reason: "FAILING" },
    text: ({ origin, reason }, environment) => ({
      subject: `Your ${environment} webhook endpoint was disabled`,
      lines: [
        `We no longer send ${environment} events to your endpoint at ${origin}, because ${reasons[reason]}.`,
        "",
        "Events are still recorded. Once the endpoint works again:",
        "",
        "1. Register it again: PUT /api/v1/marketplace-api/webhook",
        "2. See what it missed: GET /api/v1/marketplace-api/events?deliveryStatus=FAILED (and NOT_SENT)",
        "3. Have it sent again: POST /api/v1/marketplace-api/events/redeliver",
      ],
    }),
  }),

  LIVE: staffMail<object>({
    when: "the marketplace was [taken live](going-live.md)",
    topic: "goLive",
    sample: {},
    text: () => ({
      subject: "You are live",
      lines: ["Your live credentials are accepted from now on.", "", "Owners sign in with their second factor."],
    }),
  }),

  SUSPENDED: staffMail<{ reason: string }>({
    when: "the marketplace was [suspended](going-live.md#suspension)",
    topic: "goLive",
    sample: { reason: "Deductions of October have not been remitted." },
    text: ({ reason }) => ({
      subject: "Nothing new is lent to your merchants for now",
      lines: [
        "We have suspended new lending to your merchants:",
        "",
        reason,
        "",
        "Loans that are out go on: keep deducting, reporting and remitting. Your credentials work as before.",
      ],
    }),
  }),

  RESUMED: staffMail<object>({
    when: "it lends again after that",
    topic: "goLive",
    sample: {},
    text: () => ({
      subject: "Your merchants can borrow again",
      lines: ["The suspension has ended: new offers are made, and payouts that waited go out."],
    }),
  }),

  GO_LIVE_DECLINED: staffMail<{ reason: string }>({
    when: "its request to go live was declined",
    topic: "goLive",
    sample: { reason: "The webhook has not answered yet." },
    text: ({ reason }) => ({
      subject: "Your request to go live was declined",
      lines: ["We cannot take you live yet:", "", reason, "", "You can ask again in the dashboard, under Go live."],
    }),
  }),
};
