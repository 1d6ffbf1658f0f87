import { env } from "@/lib/kernel/env";

/** The issuer identifier (RFC 8414, section 2), by which clients find the metadata. */
export function issuer(): string {
  return env().baseUrl;
}
