import { z } from "zod";
import { fundingRequestStatus } from "@/lib/lending/funding/schema";
import { connectionStatuses } from "@/lib/terms/connections";
import { kycProgress } from "@/lib/terms/kyc/schema";
import { riskTiers } from "@/lib/terms/scoring/constants";

/** Older requests were decided long ago. */
export const shownRequests = 100;

/** docs/merchants.md#merchant-status */
export const merchantStatus = z
  .object({
    merchantId: z.string(),
    /** Null for a merchant who has consented but has no submitted data yet. */
    thirdPartyCustomerId: z.string().nullable(),
    connectionStatus: z.enum(connectionStatuses),
    kyc: kycProgress,
    /** Null until scored. The cap is in naira. */
    creditScore: z
      .object({
        score: z.number(),
        riskTier: z.enum(riskTiers),
        maxLendingCap: z.number(),
        computedAt: z.iso.datetime(),
      })
      .meta({ id: "ScoreSummary" })
      .nullable(),
    fundingRequests: z.array(fundingRequestStatus).describe(`The newest ${shownRequests}`),
    hasMoreFundingRequests: z.boolean().describe("Whether there are older ones: GET …/funding-requests lists them all"),
  })
  .meta({ id: "MerchantStatus" });
export type MerchantStatus = z.output<typeof merchantStatus>;
