import { expect, test } from "vitest";
import { db } from "@/db/client";
import { remitters } from "@/db/schema/remittances";
import { newId, newReference } from "@/lib/kernel/ids";
import { useDatabase } from "@/test/database";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { ownReferencesIn } from "./own-references";

useDatabase();

test("of hundreds of lines full of what may be a reference, each has the lender's own that it carries", async () => {
  const { marketplaceId } = (await createMarketplace()).live;
  const remitterOf = async (lenderId: string) => {
    const of = {
      id: newId("remitter"),
      marketplaceId,
      environment: "live",
      lenderId,
      reference: newReference(),
    } as const;
    await db().insert(remitters).values(of);
    return of.reference;
  };
  const lenderId = await createTestLender({ environment: "live" });
  const own = await remitterOf(lenderId);
  const foreign = await remitterOf(await createTestLender({ environment: "live" }));
  const carrying = new Set([0, 199, 200, 449]);
  const lines = Array.from({ length: 450 }, (_, place) => ({
    references: [carrying.has(place) ? `${own.toUpperCase()}/1` : foreign],
    text: Array.from({ length: 20 }, newReference).join(""),
  }));
  const found = await ownReferencesIn(lenderId, lines);
  expect(found).toEqual(lines.map((_, place) => (carrying.has(place) ? [own] : [])));
});
