import { type NextRequest, NextResponse } from "next/server";
import { newRequestId, requestIdOf } from "@/lib/http/request-id";

/**
 * Pages only: API answers carry static headers from next.config.mjs, since each pass through here costs a request more
 * than the rest of it together.
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    "/((?!api/|api$|marketplace/data/|oauth/(?:token|revoke|introspect)$|\\.well-known/|openapi\\.json|_next/|sdk/|favicon\\.ico|icon\\.svg).*)",
  ],
};

export function middleware(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

  const headers = new Headers(request.headers);
  // Next reads the nonce from here and puts it on its own scripts.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("x-request-id", requestIdOf(request.headers) ?? newRequestId());
  return response;
}
