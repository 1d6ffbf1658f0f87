import { ended, offered } from "@/app/mail/weekly-summary/summary-page";
import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { endSummary, readSummaryLink } from "@/lib/platform/messages/mails/end-summary";

const answers = {
  200: { description: "A page that says so", text: "text/html" },
  404: { description: "The link is not one of ours: a page that says so", text: "text/html" },
} as const;

export const GET = route({
  operationId: "showSummaryLink",
  summary: "Ask whether to switch the weekly summary off",
  description: "For whoever has the mail. Opening it changes nothing: scanners of links open it, too.",
  secretPath: true,
  auth: anyone,
  rate: "read",
  answers,
  handle: async ({ params }) => offered(await readSummaryLink(params.link ?? "")),
});

export const POST = route({
  operationId: "endWeeklySummary",
  summary: "Switch the weekly summary off",
  description: "By the button of that page, or by a mail program in one click (RFC 8058). The body does not matter.",
  secretPath: true,
  auth: anyone,
  rate: "write",
  answers,
  handle: async ({ params, realNow }) => ended(await endSummary(params.link ?? "", realNow)),
});
