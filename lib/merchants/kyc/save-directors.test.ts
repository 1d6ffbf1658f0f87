import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import type { Actor } from "@/lib/kernel/actor";
import { decrypt } from "@/lib/kernel/crypto";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { useDatabase } from "@/test/database";
import { anyDirector, anyMerchant, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { checkDirectors } from "./check-identities";
import { identityNumberPurpose } from "./identity-number";
import { findSharedIdentities } from "./queries";
import { saveDirectors } from "./save-directors";

useDatabase();

let shop: TestMarketplace;
let actor: Actor;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
  actor = sandboxActor(shop.test);
});

async function record(merchantId: string) {
  const [row] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
  if (!row) throw new Error("no KYC record");
  return row;
}

describe("saveDirectors", () => {
  const save = (ref: string, ...input: ReturnType<typeof anyDirector>[]) =>
    saveAnyDirectors({ actor, ref, input, now: now() });

  it("replaces the list; who stays keeps id and verification", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const [ada, ben, eve] = [anyDirector(), anyDirector({ identityNumber: "22222220000" }), anyDirector()];
    const first = (await save(merchantId, ada, ben)).directors;
    expect(first.map((director) => director.verificationStatus)).toEqual(["VERIFIED", "MANUAL_REVIEW"]);
    expect(first.map((director) => director.isPrimary)).toEqual([true, false]);

    const second = (await save(merchantId, eve, { ...ada, address: "1 Broad Street", isPrimary: true })).directors;
    expect(second[1]).toEqual({ ...first[0], address: "1 Broad Street" });
    expect(second.map((director) => director.isPrimary)).toEqual([false, true]);
    expect(second.map((director) => director.id)).not.toContain(first[1]?.id);
    const { id } = await record(merchantId);
    expect(await db().select().from(directors).where(eq(directors.kycId, id))).toHaveLength(2);
  });

  it("says at the field that somebody is under 18, and takes no register's word for such a person", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const input = [anyDirector({ dateOfBirth: "2015-04-12" }), anyDirector()];
    const checks = await checkDirectors({ actor, ref: merchantId, input, now: now() });
    const [young, grown] = (
      await saveDirectors({ actor, ref: merchantId, input, checks, watch: keepIdentities, now: now() })
    ).directors;
    const remarks = [{ field: "dateOfBirth", error: "Says that the director is under 18" }];
    expect(young).toMatchObject({ verificationStatus: "MANUAL_REVIEW", remarks });
    expect(grown).toMatchObject({ verificationStatus: "VERIFIED" });
    expect(grown).not.toHaveProperty("remarks");
  });

  it("keeps what a reviewer found, but not for another person under the same number", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const ada = anyDirector({ identityType: "PASSPORT", identityNumber: "A1234567" });
    const [before] = (await save(merchantId, ada)).directors;
    expect(before?.verificationStatus).toBe("PENDING");
    await db()
      .update(directors)
      .set({ verificationStatus: "VERIFIED" })
      .where(eq(directors.id, before?.id ?? ""));
    const [kept] = (await save(merchantId, { ...ada, identityNumber: "a1234567", phoneNumber: "+2348099999999" }))
      .directors;
    expect(kept).toMatchObject({ id: before?.id, verificationStatus: "VERIFIED" });
    const [renamed] = (await save(merchantId, { ...ada, lastName: "Bello" })).directors;
    expect(renamed).toMatchObject({ id: before?.id, verificationStatus: "PENDING" });
  });

  it("stores identity numbers sealed and shows them masked", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const answer = await save(
      merchantId,
      anyDirector({ identityNumber: "33445566778" }),
      anyDirector({ identityType: "DRIVERS_LICENSE", identityNumber: "LAG12" }),
    );
    expect(answer.directors.map((director) => director.identityNumber)).toEqual(["*******6778", "***12"]);
    expect(JSON.stringify(answer)).not.toContain("33445566778");
    const rows = await db()
      .select()
      .from(directors)
      .where(eq(directors.kycId, (await record(merchantId)).id));
    expect(JSON.stringify(rows)).not.toContain("33445566778");
    const opened = rows.map((row) => decrypt(identityNumberPurpose, row.identityNumber));
    expect(opened).toContain("33445566778");
  });

  it("does not pretend to verify live identities", async () => {
    const { merchantId } = await anyMerchant(shop.live);
    const call = { actor: sandboxActor(shop.live), ref: merchantId, now: now() };
    const answer = await saveAnyDirectors({ ...call, input: [anyDirector()] });
    expect(answer.directors[0]?.verificationStatus).toBe("MANUAL_REVIEW");
  });

  it("flags a number seen on another merchant to the reviewer, across marketplaces but not environments", async () => {
    const stranger = await createMarketplace();
    const shared = anyDirector();
    const mine = await anyMerchant(shop.test);
    const theirs = await anyMerchant(stranger.test);
    const live = await anyMerchant(shop.live);
    await saveAnyDirectors({ actor: sandboxActor(shop.live), ref: live.merchantId, input: [shared], now: now() });
    const [director] = (await save(mine.merchantId, shared, anyDirector())).directors;
    expect(await findSharedIdentities(everyMerchantOf(shop.test), mine.merchantId)).toEqual([]);
    await saveAnyDirectors({ actor: sandboxActor(stranger.test), ref: theirs.merchantId, input: [shared], now: now() });
    expect(await findSharedIdentities(everyMerchantOf(shop.test), mine.merchantId)).toEqual([
      { directorId: director?.id, otherRecords: 1 },
    ]);
    await expect(findSharedIdentities(everyMerchantOf(shop.test), theirs.merchantId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("ends whole when lists are sent at once", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const [ada, ben] = [anyDirector(), anyDirector()];
    await Promise.all([
      save(merchantId, ada),
      save(merchantId, ben, ada),
      save(merchantId, ada, ben),
      save(merchantId, ben),
    ]);
    const rows = await db()
      .select()
      .from(directors)
      .where(eq(directors.kycId, (await record(merchantId)).id));
    expect(rows.filter((row) => row.isPrimary)).toHaveLength(1);
    expect(rows.map((row) => row.listPosition).sort()).toEqual(rows.map((_, i) => i));
  });
});
