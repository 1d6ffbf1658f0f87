import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { identityConsents } from "@/db/schema/identity";
import { directors } from "@/db/schema/kyc";
import { useDatabase } from "@/test/database";
import { useShop } from "@/test/factories/embedding-shop";
import { anyDirector } from "@/test/factories/kyc";
import { errorsOf, journeyWith, sentBack, sessionOf } from "@/test/journey-calls";

useDatabase();

const shop = useShop(journeyWith);

const consentsOf = async (directorId: string | undefined) => {
  const [row] = await db()
    .select()
    .from(directors)
    .where(eq(directors.id, directorId ?? ""));
  return db()
    .select()
    .from(identityConsents)
    .where(eq(identityConsents.identityDigest, row?.identityDigest ?? ""));
};

test("what a holder agrees to is stored once, with text, purpose and time, when it is said, and not with other papers", async () => {
  const journey = await shop.anyJourney();
  const [quiet] = sessionOf(await journey.directors([anyDirector()])).directors;
  if (!quiet) throw new Error("Nobody is there.");
  expect(await consentsOf(quiet.id)).toEqual([]);
  const agreed = { ...sentBack(quiet), identityConsent: "check-1" };
  const [first] = sessionOf(await journey.directors([agreed])).directors;
  const [stored, ...others] = await consentsOf(first?.id);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ purpose: "CHECK", textVersion: "check-1", statedBy: "MERCHANT" });
  expect(stored?.givenAt).toBeInstanceOf(Date);
  await journey.directors([agreed]);
  expect(await consentsOf(first?.id)).toEqual([stored]);
  // Another number is another's.
  const other = { ...sentBack(quiet), identityNumber: anyDirector().identityNumber };
  expect(await consentsOf(sessionOf(await journey.directors([other])).directors[0]?.id)).toEqual([]);
  const passport = anyDirector({ identityType: "PASSPORT", identityNumber: "A12345678", identityConsent: "check-1" });
  expect(await consentsOf(sessionOf(await journey.directors([passport])).directors[0]?.id)).toEqual([]);
  expect(await db().$count(identityConsents)).toBe(1);
});

test("nobody agrees to a text that there is not", async () => {
  const journey = await shop.anyJourney();
  for (const identityConsent of ["check-0", true, ""]) {
    const answer = await journey.directors([{ ...anyDirector(), identityConsent }]);
    expect([answer.status, errorsOf(answer).map(({ field }) => field)]).toEqual([400, ["directors.0.identityConsent"]]);
  }
});
