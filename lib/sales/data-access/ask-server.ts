import type { Tenant } from "@/lib/kernel/actor";
import { allowsLocal } from "@/lib/platform/egress/address-policy";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { statusClass, watchCall } from "@/lib/platform/egress/watch-call";
import { UpstreamError } from "./upstream-error";

/** What a marketplace's server is asked. Its address may be anything that staff have registered, or metadata says. */
type Question = { method: "GET" | "POST"; url: string; headers: Record<string, string>; body?: string };

const userAgent = "MarketplaceFinancing/1.0";

/**
 * Asks a server of this tenant, as every call goes to marketplaces: to public addresses, without redirects, with limits of
 * time and size.
 * @param limit bytes of the answer.
 * @throws UpstreamError when no whole answer came, or one that says the server is at fault.
 */
export async function askServer(tenant: Tenant, question: Question, limit: number): Promise<Response> {
  const asked = `${question.method} ${withoutQuery(question.url)}`;
  const headers = { ...question.headers, "accept-encoding": "identity", "user-agent": userAgent };
  const allowLocal = allowsLocal(tenant);
  const { status, error, cut, bytes, ...answer } = await watchCall(
    "marketplace",
    () => guardedFetch({ ...question, headers, allowLocal, answerLimit: limit + 1 }),
    ({ status }) => statusClass(status),
  );
  if (status === null) throw new UpstreamError("UNREACHABLE", `${asked}: ${error}`);
  if (error) {
    const broken = status >= 300 && status < 400 ? "NOT_UNDERSTOOD" : "UNREACHABLE";
    throw new UpstreamError(broken, `${asked}: ${status}, ${error}`);
  }
  if (status >= 500 || [408, 425, 429].includes(status)) throw new UpstreamError("SERVER_ERROR", `${asked}: ${status}`);
  if (cut) throw new UpstreamError("NOT_UNDERSTOOD", `${asked}: the answer is larger than ${limit} bytes`);
  if (status < 200) throw new UpstreamError("NOT_UNDERSTOOD", `${asked}: ${status}`);
  const kept = ["content-type", "www-authenticate"].flatMap((name) => {
    const value = answer.headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  // A Response may have no body with these.
  const body = [204, 205, 304].includes(status) ? null : new Uint8Array(bytes);
  return new Response(body, { status, headers: kept });
}

/** An address as it may be shown: its query may hold what is secret. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? "";
}
