import { env } from "@/lib/kernel/env";

export function connectionCallbackUrl(): string {
  return `${env().baseUrl}/api/marketplace-connections/oauth/callback`;
}
