import { randomText } from "@/lib/kernel/crypto";

/** The sender's own request id, if usable. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get("x-request-id");
  return id && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

export function newRequestId(): string {
  return `req_${randomText(20)}`;
}
