import type { kycRecords } from "@/db/schema/kyc";
import type { merchants } from "@/db/schema/merchants";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { keysOf } from "@/lib/terms/table";
import type { KycSession } from "./schema";

type Created = Pick<
  typeof merchants.$inferSelect,
  "businessName" | "email" | "phoneNumber" | "businessType" | "businessCategory"
>;
type Stored = Pick<typeof kycRecords.$inferSelect, "businessInfo" | "prefilledBusinessInfo">;

export function businessOf(created: Created, record: Stored): KycSession["business"] {
  const sent = record.prefilledBusinessInfo ?? atCreation(created);
  const values = record.businessInfo ?? sent;
  return { values, prefilled: keysOf(values).filter((name) => values[name] && values[name] === sent[name]) };
}

function atCreation({ businessName, email, phoneNumber, businessType, businessCategory }: Created) {
  const given: Partial<BusinessInfo> = { businessName };
  if (businessType) given.businessType = businessType;
  if (businessCategory) given.businessCategory = businessCategory;
  if (email) given.businessEmail = email;
  if (phoneNumber) given.businessPhone = phoneNumber;
  return given;
}
