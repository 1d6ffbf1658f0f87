import type { kycRecords } from "@/db/schema/kyc";
import type { merchants } from "@/db/schema/merchants";
import type { BusinessInfo } from "@/lib/kyc/schema";
import type { EmbedSession } from "./schema";

type Created = Pick<
  typeof merchants.$inferSelect,
  "businessName" | "email" | "phoneNumber" | "businessType" | "businessCategory"
>;
type Stored = Pick<typeof kycRecords.$inferSelect, "businessInfo" | "prefilledBusinessInfo">;

/**
 * The business information as the journey shows it: as stored, else what the marketplace said when it created the
 * merchant; with the names of the fields that stand as the marketplace sent them.
 */
export function businessOf(created: Created, record: Stored): EmbedSession["business"] {
  const sent = record.prefilledBusinessInfo ?? atCreation(created);
  const values = record.businessInfo ?? sent;
  const names = Object.keys(values) as (keyof BusinessInfo)[];
  return { values, prefilled: names.filter((name) => values[name] && values[name] === sent[name]) };
}

function atCreation({ businessName, email, phoneNumber, businessType, businessCategory }: Created) {
  const said: Partial<BusinessInfo> = { businessName };
  if (businessType) said.businessType = businessType;
  if (businessCategory) said.businessCategory = businessCategory;
  if (email) said.businessEmail = email;
  if (phoneNumber) said.businessPhone = phoneNumber;
  return said;
}
