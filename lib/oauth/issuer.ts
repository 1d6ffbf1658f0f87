import { env } from "@/lib/env";

/** The issuer identifier (RFC 8414, section 2): the base address, as clients find the metadata by it. */
export function issuer(): string {
  return env().baseUrl;
}
