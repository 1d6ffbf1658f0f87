import type { MerchantRecord } from "@/lib/ingestion/schema";

/** What a marketplace reported of a merchant's account apart from its record, as far as a score depends on it. */
export type Flags = {
  /** Fraud was reported, and no reinstatement since. */
  fraud: boolean;
  /** Suspensions reported after the record. */
  suspensions: number;
  /** The gravest violation reported after the record. */
  severity: NonNullable<NonNullable<MerchantRecord["behavioralRisk"]>["policyViolationsSeverity"]> | null;
};
