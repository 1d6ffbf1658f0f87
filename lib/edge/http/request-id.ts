import { randomText } from "@/lib/kernel/crypto";

export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get("x-request-id");
  return id && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

export function newRequestId(): string {
  return `req_${randomText(20)}`;
}
