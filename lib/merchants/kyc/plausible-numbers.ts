import { type BusinessField, businessForm } from "@/lib/terms/kyc/business-fields";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { entriesOf } from "@/lib/terms/table";

/** The numbers of a business that are of no shape known to be issued (docs/kyc.md#plausible-numbers). */
export function implausibleNumbers(info: Partial<BusinessInfo>): (keyof BusinessInfo)[] {
  return entriesOf<Record<keyof BusinessInfo, BusinessField>>(businessForm).flatMap(([name, { issued }]) => {
    const plain = (info[name] ?? "").toUpperCase().replace(/[\s./\\_:#()-]/g, "");
    return issued && plain !== "" && !issued(info.businessType).test(plain) ? [name] : [];
  });
}
