import { readFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/kernel/env";

let version: string | undefined;

export function serviceInfo(): { name: string; version: string; links: Record<string, string> } {
  const { baseUrl, sandbox } = env();
  version ??= String(JSON.parse(readFileSync(path.join(process.cwd(), "package.json"), "utf8")).version);
  return {
    name: "Marketplace Financing Integration Service",
    version,
    links: {
      openapi: `${baseUrl}/openapi.json`,
      errors: `${baseUrl}/docs/errors`,
      health: `${baseUrl}/api/health`,
      marketplaceApi: `${baseUrl}/api/v1/marketplace-api`,
      dataPlane: `${baseUrl}/marketplace/data`,
      loanApi: `${baseUrl}/api/marketplace/loans`,
      inboundWebhooks: `${baseUrl}/api/v1/webhooks/marketplace`,
      oauth: `${baseUrl}/.well-known/oauth-authorization-server`,
      account: `${baseUrl}/account`,
      signIn: `${baseUrl}/account/login`,
      dashboard: `${baseUrl}/dashboard`,
      console: `${baseUrl}/ops`,
      register: `${baseUrl}/dashboard/register`,
      ...(sandbox
        ? {
            demo: `${baseUrl}/demo`,
            sandbox: `${baseUrl}/api/sandbox`,
            credentials: `${baseUrl}/api/sandbox/credentials`,
            merchants: `${baseUrl}/api/sandbox/merchants`,
            mailbox: `${baseUrl}/dev/mailbox`,
          }
        : {}),
    },
  };
}
