import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { embedTokens } from "@/lib/kernel/bearer-tokens";
import { second } from "@/lib/kernel/calendar";
import { env } from "@/lib/kernel/env";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { everyMerchantOf, type Reach } from "@/lib/kernel/reach";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { currentApiSecret } from "@/lib/parties/marketplaces/api-secret-queries";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { sandboxAccounts } from "@/lib/platform/providers/bank";
import { littleMoney, sandboxDebits, stoppedAfterDays } from "@/lib/platform/providers/mandate";
import { sandboxNumbers } from "@/lib/platform/providers/sandbox-registers";
import { metadata } from "@/lib/sales/oauth/metadata";
import { scenarioNames } from "@/lib/sandbox/test-helpers/schema";
import { readCredentials, readShowcase, type Showcase } from "@/lib/sandbox/test-helpers/state";
import { serviceInfo } from "@/lib/surfaces/health/info";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { sandboxLastNames, sandboxReviewDelay } from "@/lib/terms/kyc/constants";
import { type LoanStatus, shownStatus } from "@/lib/terms/loans/states";
import { eventApiVersion } from "@/lib/terms/outbound-webhooks";
import { modelVersion } from "@/lib/terms/scoring/constants";
import { testMerchantId, testMerchants } from "./outcomes";
import { callbackUrl } from "./seed-oauth";

/** Information about this instance for developers. The clock is the demo marketplace's. */
export async function sandboxInfo(realNow: RealTime) {
  const clockAhead = await demoClockAhead();
  const { baseUrl, embedUrl, sdkUrl, inngest } = env();
  const { version, links } = serviceInfo();
  const [lastName, accountNumber] = ["directors.lastName", "accountNumber"];
  const { unknown, otherName, slow, refused } = sandboxAccounts;
  const most = nairaText(fromKobo(littleMoney));
  return {
    environment: "test" as const,
    urls: { base: baseUrl, embed: embedUrl, sdk: sdkUrl, ...links },
    versions: { service: version, events: eventApiVersion, scoringModel: modelVersion },
    clock: { now: businessTime(realNow, clockAhead).toISOString(), aheadSeconds: clockAhead / second },
    jobEngine: inngest ? ("inngest" as const) : ("embedded" as const),
    embedTokenSeconds: embedTokens.seconds,
    magicValues: [
      { field: lastName, value: sandboxLastNames.reject, effect: "KYC is rejected" },
      { field: lastName, value: sandboxLastNames.update, effect: "The reviewer asks for an update" },
      { field: lastName, value: sandboxLastNames.manual, effect: "KYC stays in review until a helper decides" },
      { field: "directors.identityNumber", value: "…0000", effect: "A BVN that does not verify: MANUAL_REVIEW" },
      { field: "number (look-ups)", value: "22dddddddd1", effect: "Ada Obi, whose phone number is +23480dddddddd" },
      { field: "number (look-ups)", value: `…${sandboxNumbers.unknown}`, effect: "No register knows it: 404" },
      { field: "number (look-ups)", value: `…${sandboxNumbers.inactive}`, effect: "A company that is INACTIVE" },
      { field: "number (look-ups)", value: `…${sandboxNumbers.down}`, effect: "The register does not answer: 503" },
      { field: accountNumber, value: `…${unknown}`, effect: "The bank does not know the account: it is refused" },
      { field: accountNumber, value: `…${otherName}`, effect: "The account is somebody else's by name" },
      { field: accountNumber, value: `…${slow}`, effect: "The payout stays pending for a minute" },
      { field: accountNumber, value: `…${refused}`, effect: "The payout fails: another account is asked for" },
      { field: accountNumber, value: `…${sandboxDebits.little}`, effect: `Debits above ${most} bounce` },
      { field: accountNumber, value: `…${sandboxDebits.empty}`, effect: "Every debit bounces" },
      { field: accountNumber, value: `…${sandboxDebits.slow}`, effect: "A debit stays pending for a minute" },
      {
        field: accountNumber,
        value: `…${sandboxDebits.stopped}`,
        effect: `The holder ends the mandate at the bank ${stoppedAfterDays} days after agreeing`,
      },
    ],
    scenarios: [...scenarioNames],
    reviewDelaySeconds: sandboxReviewDelay / 1000,
  };
}

async function demoClockAhead(): Promise<number> {
  const credentials = await readCredentials();
  return credentials ? readClockAhead(tenantOf({ ...credentials, environment: "test" })) : 0;
}

export async function sandboxCredentials() {
  const credentials = await readCredentials();
  if (!credentials) throw notFound("sandbox marketplace");
  const { oauth, merchant, dashboard, operator, secondOperator, ...rest } = credentials;
  if (!oauth || !merchant || !dashboard || !operator || !secondOperator) throw notFound("sandbox marketplace");
  const apiSecret = await currentApiSecret(tenantOf({ marketplaceId: rest.marketplaceId, environment: "test" }));
  if (!apiSecret) throw notFound("sandbox marketplace");
  const showcase = env().seed ? await readShowcase() : null;
  return {
    ...rest,
    ...(showcase ? { showcase: shownOf(showcase) } : {}),
    apiSecret,
    oauth: { ...oauth, redirectUri: callbackUrl(), tokenUrl: metadata().token_endpoint },
    dashboard,
    operator,
    secondOperator,
    merchant,
  };
}

function shownOf({ marketplaceId, secretKey, staff }: Showcase) {
  return { marketplaceId, ...(secretKey ? { secretKey } : {}), ...staff };
}

export async function sandboxMerchants() {
  const { marketplaceId } = await sandboxCredentials();
  const reach = everyMerchantOf(tenantOf({ marketplaceId, environment: "test" }));
  const latest = await latestLoans(reach);
  return Promise.all(
    testMerchants.map(async (merchant) => {
      const { outcome, businessName, about } = merchant;
      const status = await readMerchantStatus(reach, testMerchantId(merchant));
      return { outcome, businessName, about, ...status, loan: latest.get(status.merchantId) ?? null };
    }),
  );
}

async function latestLoans(reach: Reach): Promise<Map<string, { id: string; status: LoanStatus }>> {
  const ids = testMerchants.map(testMerchantId);
  const found = await db()
    .select({ merchantId: loans.merchantId, id: loans.id, status: loans.status })
    .from(loans)
    .innerJoin(merchants, eq(merchants.id, loans.merchantId))
    .where(inReach(loans, reach, sql`${merchants.thirdPartyCustomerId} = any(${sql.param(ids)}::text[])`))
    .orderBy(loans.id);
  return new Map(found.map(({ merchantId, id, status }) => [merchantId, { id, status: shownStatus(status) }]));
}
