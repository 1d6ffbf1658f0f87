import { anyone } from "@/lib/edge/http/auth";
import { plainPage } from "@/lib/edge/http/plain-page";
import type { Reply } from "@/lib/edge/http/reply";
import { route } from "@/lib/edge/http/route";
import { readSession } from "@/lib/edge/http/session";
import { checkAuthorization } from "@/lib/sales/oauth/check-authorization";
import { issuer } from "@/lib/sales/oauth/issuer";
import { authorizationParameters } from "@/lib/sales/oauth/schema";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "oauthAuthorize",
  summary: "Ask a merchant for consent",
  description:
    "RFC 6749, section 4.1, with PKCE by S256. For the merchant's browser, which is sent on to sign-in and consent.",
  auth: anyone,
  rate: "read",
  documentedQuery: authorizationParameters,
  answers: {
    303: { description: "Redirects to sign-in or consent, or back to the client with an error" },
    400: { description: "The client or redirect URI is unknown: a page that says so", text: "text/html" },
  },
  handle: async ({ request }): Promise<Reply> => {
    const { search, searchParams } = new URL(request.url);
    const verdict = await checkAuthorization(searchParams);
    if (verdict.kind === "page") {
      const help = "Nothing was shared. Go back to the marketplace that sent you here and tell it about this message.";
      const text = plainPage({ title: "This link does not work", lines: [verdict.reason, help] });
      return { status: 400, text, headers: { "content-type": "text/html; charset=utf-8" } };
    }
    if (verdict.kind === "redirect") return { status: 303, headers: { location: verdict.location } };
    const session = await readSession(request.headers, "merchant");
    const next = session ? "consent" : "login";
    return { status: 303, headers: { location: `${issuer()}/oauth/${next}${search}` } };
  },
});
