import { type NextRequest, NextResponse } from "next/server";
import { type Page, pageAt, pagePolicy } from "@/lib/edge/http/page-policy";
import { newRequestId, requestIdOf } from "@/lib/edge/http/request-id";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { listFrameAncestors } from "@/lib/surfaces/journey/queries";

/**
 * Pages only: API answers carry static headers from next.config.mjs, since each pass through here costs a request more
 * than the rest of it together.
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    "/((?!api/|api$|marketplace/data/|oauth/(?:token|revoke|introspect)$|\\.well-known/|openapi\\.json|_next/|sdk/|sdk$|favicon\\.ico|icon\\.svg).*)",
  ],
};

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const requestId = requestIdOf(request.headers) ?? newRequestId();
  const page = await pageOf(request.nextUrl, requestId);
  const nonce = btoa(crypto.randomUUID());
  const policy = pagePolicy(page, nonce);

  const headers = new Headers(request.headers);
  // Next reads the nonce from here and puts it on its own scripts; a page with a script of its own reads it from the other.
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  // Where sign-in leads back to; pages are not told their own address.
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("x-request-id", requestId);
  if (page.kind === "journey") response.headers.set("cache-control", "no-store");
  return response;
}

/** The page at an address, with what its policy depends on. Who may frame a journey is looked up each time. */
async function pageOf(url: NextRequest["nextUrl"], requestId: string): Promise<Page> {
  const at = pageAt(url);
  if (at.kind === "host") return { kind: "host", sdkUrl: env().sdkUrl, embedUrl: env().embedUrl };
  if (at.kind !== "journey") return { kind: at.kind };
  if (!at.asked) return { kind: "journey", frameAncestors: [] };
  const { marketplaceId, environment } = at.asked;
  try {
    return { kind: "journey", frameAncestors: await listFrameAncestors(marketplaceId, environment) };
  } catch (error) {
    // Nobody is let in whom we could not look up; the page itself still answers.
    log.error("frame ancestors not read", error, { requestId });
    return { kind: "journey", frameAncestors: [] };
  }
}
