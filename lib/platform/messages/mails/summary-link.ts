import { equalInConstantTime, keyedDigest, keyedDigests } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";

const purpose = "weekly-summary-link";

/** Without signing in. It does not expire: a mail may be read years later, when INDEX_KEY is another. */
export function summaryLink(merchantId: string): string {
  return `${env().baseUrl}/mail/weekly-summary/${merchantId}.${keyedDigest(purpose, merchantId)}`;
}

export function merchantOfLink(name: string): string | null {
  const [merchantId = "", digest = ""] = name.split(".", 2);
  return keyedDigests(purpose, merchantId).some((ours) => equalInConstantTime(digest, ours)) ? merchantId : null;
}
