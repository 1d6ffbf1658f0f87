import { startProduct } from "./product";
import { compareReads } from "./reads";

/** Reads of a merchant's status over HTTP: what a marketplace asks for most. */
const product = await startProduct();
await compareReads({ name: "merchant status", pairs: 9, urls: [await threeRequests()], headers: product.keyed });
await product.stop();

/** Takes a test merchant, which has a score, an approved KYC and one funding request, to three that are decided. */
async function threeRequests(): Promise<string> {
  const { json, keyed, address } = product;
  const path = "/api/v1/marketplace-api/merchants/test-loan-approved";
  const body = { amountRequested: 90_000_000, tenorDays: 90, purpose: "Inventory purchase", financingTimeframeDays: 7 };
  for (let i = 0; i < 2; i++) await json(`${path}/funding-requests`, keyed, body);
  await json("/api/v1/marketplace-api/test-helpers/run", keyed, {});
  const { fundingRequests } = await json<{ fundingRequests: unknown[] }>(path, keyed);
  if (fundingRequests.length !== 3) throw new Error("The merchant has not the funding requests it should have.");
  return address + path;
}
