import { randomText } from "@/lib/crypto";

/** The sender's own request id, if it sent a usable one. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get("x-request-id");
  return id && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

/** A request id for a sender that sent none. */
export function newRequestId(): string {
  return `req_${randomText(20)}`;
}
