import type { Marketplace } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";

/** A merchant who may choose an amount. */
export async function choosing(marketplace: Marketplace, ref: string) {
  const merchant = merchantOf(marketplace.client, ref);
  await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await marketplace.run();
}
