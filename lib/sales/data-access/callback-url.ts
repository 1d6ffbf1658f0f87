import { env } from "@/lib/kernel/env";

/** Where marketplaces' servers send merchants back to: one address, registered with every one of them. */
export function connectionCallbackUrl(): string {
  return `${env().baseUrl}/api/marketplace-connections/oauth/callback`;
}
