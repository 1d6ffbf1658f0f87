import { rm } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import { env } from "@/lib/kernel/env";
import { embedTokenOf } from "./embed";
import { anyMerchant, completeKyc } from "./kyc";
import { createMarketplace, type TestMarketplace } from "./marketplace";

/** A marketplace for a file of tests, whose merchants are each in a journey of their own: `callsWith` calls as one does. */
export function useShop<Calls>(callsWith: (token: string) => Calls) {
  let shop: TestMarketplace | undefined;
  beforeAll(async () => {
    shop = await createMarketplace();
  });
  afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

  const made = () => {
    if (!shop) throw new Error("There is no marketplace before the tests have begun.");
    return shop;
  };
  async function anyJourney() {
    const merchant = await anyMerchant(made().test);
    return { ...merchant, ...callsWith(await embedTokenOf(made().test, merchant.merchantId)) };
  }
  return {
    get test() {
      return made().test;
    },
    get testKey() {
      return made().testKey;
    },
    anyJourney,
    /** A merchant whose record the marketplace has filled in. */
    async prefilledJourney(director: Parameters<typeof completeKyc>[2] = {}) {
      const journey = await anyJourney();
      await completeKyc(made().test, journey.merchantId, director);
      return journey;
    },
  };
}
