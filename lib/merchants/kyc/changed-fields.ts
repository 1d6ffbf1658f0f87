import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { keysOf } from "@/lib/terms/table";

/** What the marketplace wrote, and the name that it created the merchant by. */
type Sent = { sent: BusinessInfo | null; createdAs: string };

/** Fields that are not as the marketplace wrote them, with what it wrote. */
export function changedFields(info: BusinessInfo, { sent, createdAs }: Sent) {
  const written: Partial<BusinessInfo> = { businessName: createdAs, ...sent };
  return keysOf(written)
    .filter((field) => written[field] && written[field] !== info[field])
    .map((field) => ({ field, sent: written[field] ?? "" }));
}
