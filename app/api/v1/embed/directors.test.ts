import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { decrypt } from "@/lib/kernel/crypto";
import { identityNumberPurpose } from "@/lib/merchants/kyc/identity-number";
import * as identityProviders from "@/lib/platform/providers/identity";
import { outside } from "@/lib/platform/providers/outside";
import { judgedPerson } from "@/lib/terms/kyc/evidence";
import { useDatabase } from "@/test/database";
import { useShop } from "@/test/factories/embedding-shop";
import { anyDirector } from "@/test/factories/kyc";
import { errorsOf, journeyWith, sentBack, sessionOf } from "@/test/journey-calls";

useDatabase();

const shop = useShop(journeyWith);
const { anyJourney, prefilledJourney } = shop;

describe("directors of whom the number is not shown", () => {
  async function storedNumber(id: string | undefined) {
    const [row] = await db()
      .select()
      .from(directors)
      .where(eq(directors.id, id ?? ""));
    return row && decrypt(identityNumberPurpose, row.identityNumber);
  }

  test("keep it, with id and verification, when only their id is sent", async () => {
    const journey = await prefilledJourney({ identityNumber: "33445566778" });
    const [ada] = (await journey.session()).directors;
    if (!ada) throw new Error("Nobody is there.");
    const saved = sessionOf(await journey.directors([{ ...sentBack(ada), phoneNumber: "+2348099999999" }]));
    expect(saved.directors).toMatchObject([{ ...ada, phoneNumber: "+2348099999999", prefilled: false }]);
    expect(await storedNumber(ada.id)).toBe("33445566778");
    const typed = { ...sentBack(ada), identityNumber: "33445566778" };
    expect(sessionOf(await journey.directors([typed])).directors).toMatchObject([{ id: ada.id }]);
    const corrected = { ...sentBack(ada), identityNumber: "33445566779" };
    const [other] = sessionOf(await journey.directors([corrected])).directors;
    expect(other).toMatchObject({ identityNumber: "*******6779", verificationStatus: "VERIFIED" });
    expect(await storedNumber(other?.id)).toBe("33445566779");
  });

  test("are checked again under another name", async () => {
    const journey = await anyJourney();
    const saved = sessionOf(await journey.directors([anyDirector({ identityNumber: "22222220000" })]));
    const [first] = saved.directors;
    if (!first) throw new Error("Nobody is there.");
    expect(first.verificationStatus).toBe("MANUAL_REVIEW");
    await db().update(directors).set({ verificationStatus: "VERIFIED" }).where(eq(directors.id, first.id));
    const kept = sessionOf(await journey.directors([sentBack(first)]));
    expect(kept.directors[0]?.verificationStatus).toBe("VERIFIED");
    const renamed = sessionOf(await journey.directors([{ ...sentBack(first), lastName: "Bello" }]));
    expect(renamed.directors[0]).toMatchObject({ id: first.id, verificationStatus: "MANUAL_REVIEW" });
  });

  test("are refused when they leave the list while another is checked, and the refusal is not kept", async () => {
    const journey = await prefilledJourney();
    const [ada] = (await journey.session()).directors;
    if (!ada) throw new Error("Nobody is there.");
    const [ben, eve] = [anyDirector(), anyDirector()];
    const bureau = identityProviders.identityProvider("test");
    const verify = async () => {
      await journey.directors([eve]);
      return judgedPerson({ number: "MATCH", firstName: "MATCH", lastName: "MATCH", dateOfBirth: "MATCH" });
    };
    vi.spyOn(identityProviders, "identityProvider").mockReturnValueOnce(outside("identity", { ...bureau, verify }));
    const answer = await journey.directors([sentBack(ada), ben], "both");
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      { field: "directors.0.id", error: "Is not the id of a director of this business" },
    ]);
    expect((await journey.session()).directors).toMatchObject([{ email: eve.email }]);
    const again = await journey.directors([sentBack(ada), ben], "both");
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([400, null]);
  });

  test("must give the number again when the kind of identity changes", async () => {
    const journey = await prefilledJourney();
    const [ada] = (await journey.session()).directors;
    if (!ada) throw new Error("Nobody is there.");
    const answer = await journey.directors([{ ...sentBack(ada), identityType: "NIN" }]);
    expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED" } });
    expect(errorsOf(answer)).toEqual([
      { field: "directors.0.identityNumber", error: expect.stringMatching(/^Enter the number again/) },
    ]);
    expect((await journey.session()).directors).toEqual([ada]);
  });

  test("must be of this business: anybody else's id is as unknown as none", async () => {
    const journey = await prefilledJourney();
    const stranger = await prefilledJourney();
    const before = await journey.session();
    const [theirs] = (await stranger.session()).directors;
    for (const id of [theirs?.id, "dir_00000000000000000000000000", "x"]) {
      for (const number of [{}, { identityNumber: "44556677889" }]) {
        const { identityNumber: _, ...director } = anyDirector();
        const answer = await journey.directors([{ ...anyDirector() }, { ...director, ...number, id }]);
        expect(answer.status).toBe(400);
        expect(errorsOf(answer)).toEqual([{ field: "directors.1.id", error: expect.any(String) }]);
      }
    }
    expect((await journey.session()).directors).toEqual(before.directors);
  });

  test("cannot share their number with another director, nor be listed twice", async () => {
    const journey = await prefilledJourney({ identityNumber: "33445566778" });
    const [ada] = (await journey.session()).directors;
    if (!ada) throw new Error("Nobody is there.");
    for (const other of [anyDirector({ identityNumber: "33445566778" }), sentBack(ada)]) {
      const answer = await journey.directors([sentBack(ada), other]);
      expect(answer.status).toBe(400);
      expect(errorsOf(answer)).toEqual([
        { field: "directors.1.identityNumber", error: expect.stringContaining("another director") },
      ]);
    }
  });

  test("every mistake of a list is named at once", async () => {
    const journey = await prefilledJourney();
    const { identityNumber: _, identityType: _t, ...nameless } = anyDirector({ firstName: "1" });
    const answer = await journey.directors([nameless, anyDirector({ identityNumber: "1" })]);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer).map(({ field }) => field)).toEqual([
      "directors.0.identityType",
      "directors.0.firstName",
      "directors.0.identityNumber",
      "directors.1.identityNumber",
    ]);
    const unborn = await journey.directors([anyDirector({ dateOfBirth: "2999-01-01" })]);
    expect(errorsOf(unborn)).toMatchObject([{ field: "directors.0.dateOfBirth" }]);
  });
});
