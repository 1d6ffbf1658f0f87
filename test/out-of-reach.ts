import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { everyMerchantOf, type Reach, reachOf, reachOfRow } from "@/lib/kernel/reach";
import { type FullMerchant, fullMerchant, outsidersOf } from "./factories/full-merchant";
import { createMarketplace, type TestMarketplace } from "./factories/marketplace";
import { storedState } from "./factories/snapshot";
import { createEndpoint } from "./factories/webhook";

export type Query = (reach: Reach, of: FullMerchant) => Promise<unknown>;

/** Functions that take a reach, by their names, with what distinguishes one way to call them from another. */
export type Reaching = {
  /** Of one thing of a merchant's: what is out of reach is not found. */
  ofOne: Record<string, Query>;
  /** Those that answer for several: what is out of reach is left out. */
  ofSeveral: Record<string, [query: Query, nothing: (of: FullMerchant) => unknown]>;
};

/** The exported functions of some files under `lib` that take a reach, in alphabetical order. */
export function takingReach(among: (file: string) => boolean): string[] {
  const code = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?<![.]test)[.]ts$/.test(file) && among(file),
  );
  const taking = code.flatMap((file) => {
    const source = readFileSync(`lib/${file}`, "utf8");
    const declared = source.matchAll(/^export (?:async )?function (\w+)\(([^)]*)\)/gm);
    return [...declared].flatMap(([, name = "", parameters = ""]) =>
      /\breach: Reach\b/.test(parameters) ? [name] : [],
    );
  });
  return [...new Set(taking)].sort();
}

/** The names of functions that are tried, in alphabetical order, with those of others. */
export function tried({ ofOne, ofSeveral }: Reaching, others: readonly string[] = []): string[] {
  const names = Object.keys({ ...ofOne, ...ofSeveral }).map((name) => name.split(/\W/)[0] ?? "");
  return [...new Set([...names, ...others])].sort();
}

/**
 * Tries each function on a merchant that has one of everything: for those who are not to reach it, and for those who are.
 * @param ofTheMarketplace names of those that find nothing for the merchant itself either.
 */
export function describeReach({ ofOne, ofSeveral }: Reaching, ofTheMarketplace: readonly string[] = []) {
  let marketplace: TestMarketplace;
  let theirs: FullMerchant;
  let outsiders: Record<string, Reach>;
  beforeAll(async () => {
    marketplace = await createMarketplace();
    const elsewhere = await createMarketplace();
    theirs = await fullMerchant(marketplace.test);
    const actors = await outsidersOf(marketplace.test, elsewhere.test);
    outsiders = Object.fromEntries(Object.entries(actors).map(([name, actor]) => [name, reachOf(actor)]));
    outsiders["the other environment"] = everyMerchantOf(marketplace.live);
    // Without an endpoint, nothing would be sent again for anybody.
    const tenants = [marketplace.test, marketplace.live, elsewhere.test];
    for (const tenant of tenants) await createEndpoint(tenant, "https://hooks.example.com/in");
  });

  /** Locks are for a transaction. */
  const asked = (query: Query, reach: Reach) => transaction(() => query(reach, theirs));

  describe("for whom it is out of reach", () => {
    test("everything that could be named is there", () => {
      expect(Object.entries(theirs).filter(([, value]) => !value)).toEqual([]);
    });

    test.each(Object.entries(ofOne))("%s finds nothing", async (_, query) => {
      for (const [who, reach] of Object.entries(outsiders)) {
        await expect(asked(query, reach), who).rejects.toMatchObject({ code: "NOT_FOUND" });
      }
    });

    test.each(Object.entries(ofSeveral))("%s leaves it out", async (_, [query, nothing]) => {
      const stored = await storedState();
      for (const [who, reach] of Object.entries(outsiders)) {
        expect(await asked(query, reach), who).toEqual(nothing(theirs));
      }
      expect(await storedState()).toEqual(stored);
    });
  });

  describe("for the marketplace and for the merchant itself", () => {
    const reaches: [string, () => Reach][] = [
      ["the marketplace", () => everyMerchantOf(marketplace.test)],
      ["the merchant", () => reachOfRow({ ...marketplace.test, merchantId: theirs.merchantId })],
    ];

    describe.each(reaches)("%s", (who, reach) => {
      const own = Object.entries(ofOne).filter(
        ([name]) => who === "the marketplace" || !ofTheMarketplace.includes(name),
      );

      test.each(own)("%s finds it", async (_, query) => {
        expect(await asked(query, reach())).toBeTruthy();
      });

      test.each(Object.entries(ofSeveral))("%s has it", async (_, [query, nothing]) => {
        const undo = new Error("Undone, for the next one to find it too.");
        const answer = transaction(async () => {
          expect(await query(reach(), theirs)).not.toEqual(nothing(theirs));
          throw undo;
        });
        await expect(answer).rejects.toBe(undo);
      });
    });
  });
}
