import { expect, test, vi } from "vitest";
import { decrypt } from "@/lib/kernel/crypto";
import { useDatabase } from "@/test/database";
import { apiSecretOf } from "@/test/factories/inbound";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { findSecretHolders } from "./api-secret-queries";

vi.mock(import("@/lib/kernel/crypto"), async (original) => {
  const real = await original();
  return { ...real, decrypt: vi.fn(real.decrypt) };
});

useDatabase();

test("webhooks that come together have each secret opened once, and each has its marketplace's own", async () => {
  const markets = [await createMarketplace(), await createMarketplace()];
  const secrets = await Promise.all(markets.map(({ test }) => apiSecretOf(test)));
  vi.mocked(decrypt).mockClear();
  const asked = [...markets, ...markets, ...markets];
  const found = await Promise.all(asked.map(({ marketplaceId }) => findSecretHolders(marketplaceId, now())));
  const ofTest = found.map((holders) => holders.find(({ environment }) => environment === "test")?.secrets);
  expect(ofTest).toEqual(asked.map((_, i) => [secrets[i % 2]]));
  expect(vi.mocked(decrypt)).toHaveBeenCalledTimes(new Set(found.flat().flatMap((holder) => holder.secrets)).size);
});
