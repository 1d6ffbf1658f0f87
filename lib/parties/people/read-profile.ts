import { publicKycStatus } from "@/lib/terms/kyc/states";
import { listHeldMerchants } from "./account-queries";
import type { AccountProfile } from "./account-schema";
import { findVerifiedPhone } from "./phone/phone-queries";
import { findUser } from "./queries";
import { signedOut } from "./sessions/signed-out";

export async function readProfile(userId: string): Promise<AccountProfile> {
  const [user, phoneNumber, merchants] = await Promise.all([
    findUser(userId),
    findVerifiedPhone(userId),
    listHeldMerchants(userId),
  ]);
  if (!user) throw signedOut();
  const { id, name, email } = user;
  return {
    user: { id, name, email, phoneNumber },
    merchants: merchants.map((merchant) => ({
      merchantId: merchant.merchantId,
      businessName: merchant.businessName,
      marketplace: { marketplaceId: merchant.marketplaceId, name: merchant.marketplace.name },
      environment: merchant.environment,
      connectionId: merchant.connectionId,
      connectionStatus: merchant.connectionStatus,
      kycStatus: publicKycStatus(merchant.kycStatus),
    })),
  };
}
