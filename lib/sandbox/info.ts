import { tenantOf } from "@/lib/actor";
import { embedTokenSeconds } from "@/lib/embed/constants";
import { env } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { serviceInfo } from "@/lib/health/info";
import { sandboxLastNames, sandboxReviewDelay } from "@/lib/kyc/constants";
import { readMerchantStatus } from "@/lib/merchant-status/queries";
import { metadata } from "@/lib/oauth/metadata";
import { modelVersion } from "@/lib/scoring/constants";
import { eventApiVersion } from "@/lib/webhooks/outbound/constants";
import { testMerchantId, testMerchants } from "./outcomes";
import { callbackUrl } from "./seed-oauth";
import { readCredentials } from "./state";

/** @throws CodedError NOT_FOUND where there is no sandbox: it answers like an address that does not exist. */
export function requireSandbox(): void {
  if (!env().sandbox) throw notFound("address");
}

/** What a developer wants to know of this instance. */
export function sandboxInfo(now: Date) {
  const { baseUrl, embedUrl, sdkUrl, inngest } = env();
  const { version, links } = serviceInfo();
  return {
    environment: "test" as const,
    urls: { base: baseUrl, embed: embedUrl, sdk: sdkUrl, ...links },
    versions: { service: version, events: eventApiVersion, scoringModel: modelVersion },
    clock: { now: now.toISOString() },
    jobEngine: inngest ? ("inngest" as const) : ("embedded" as const),
    embedTokenSeconds,
    magicValues: [
      { field: "directors.lastName", value: sandboxLastNames.reject, effect: "KYC is rejected" },
      { field: "directors.lastName", value: sandboxLastNames.update, effect: "The reviewer asks for an update" },
      {
        field: "directors.lastName",
        value: sandboxLastNames.manual,
        effect: "KYC stays in review until a helper decides",
      },
      { field: "directors.identityNumber", value: "…0000", effect: "A BVN that does not verify: MANUAL_REVIEW" },
    ],
    reviewDelaySeconds: sandboxReviewDelay / 1000,
  };
}

/** The demo marketplace's test credentials, with the addresses that go with them. */
export async function sandboxCredentials() {
  const credentials = await readCredentials();
  if (!credentials?.oauth || !credentials.merchant) throw notFound("sandbox marketplace");
  const { oauth, merchant, ...rest } = credentials;
  return {
    ...rest,
    oauth: { ...oauth, redirectUri: callbackUrl(), tokenUrl: metadata().token_endpoint },
    merchant,
  };
}

/** The test merchants and where each stands at this moment. */
export async function sandboxMerchants() {
  const { marketplaceId } = await sandboxCredentials();
  const tenant = tenantOf({ marketplaceId, environment: "test" });
  return Promise.all(
    testMerchants.map(async (merchant) => {
      const status = await readMerchantStatus(tenant, testMerchantId(merchant));
      return { outcome: merchant.outcome, businessName: merchant.businessName, about: merchant.about, ...status };
    }),
  );
}
