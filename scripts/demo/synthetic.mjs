import { createHash } from "node:crypto";
import { certificatePdf } from "#fixtures/certificate.mjs";
import { businessInfoOf, directorOf, drawnShop, merchantBody } from "#fixtures/shop.mjs";

/**
 * An application for the merchant of a record. What the record does not hold (people, papers, contacts) is made up, the
 * same each time for the same merchant.
 * @param {import("@/lib/terms/merchant-data/schema").MerchantRecord} record
 */
export function applicationOf({ merchantIdentity }) {
  const { merchantId, businessName, location, category, marketplaceOnboardingDate } = merchantIdentity;
  const drawn = drawnShop(createHash("sha256").update(merchantId).digest("hex"));
  const { businessType = drawn.businessType } = merchantIdentity;
  const address = drawn.address.replace(/Lagos$/, location || "Lagos");
  const shop = { ...drawn, businessName, businessType, address };
  const { registrationNumber } = shop;
  const known = { businessType, ...(category ? { businessCategory: String(category).slice(0, 50) } : {}) };
  return {
    merchant: { ...merchantBody(merchantId, shop), ...shop.owner, ...known },
    businessInfo: {
      ...businessInfoOf(shop),
      ...known,
      ...(marketplaceOnboardingDate ? { dateOfIncorporation: String(marketplaceOnboardingDate).slice(0, 10) } : {}),
    },
    directors: { directors: [directorOf(shop)] },
    certificate: {
      fileName: `certificate-${registrationNumber}.pdf`,
      mimeType: "application/pdf",
      bytes: certificatePdf([
        "CERTIFICATE OF INCORPORATION",
        businessName,
        registrationNumber,
        "Specimen for the sandbox",
      ]),
    },
  };
}
