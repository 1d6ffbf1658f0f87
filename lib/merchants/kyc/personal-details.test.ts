import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { connection, db } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { encrypt } from "@/lib/kernel/crypto";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { publicDirector } from "@/lib/terms/kyc/schema";
import { useDatabase } from "@/test/database";
import { anyDirector, anyMerchant, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { inputOf, listDirectors, personalColumns } from "./director-rows";
import { readForReview } from "./read-for-review";
import { sealDirectors } from "./seal-directors";
import { readKycSession } from "./session/read-kyc-session";

useDatabase();

const known = {
  email: "ngozi@private.example",
  phoneNumber: "+2348055501234",
  address: "14 Hidden Close, Enugu",
  dateOfBirth: "1971-03-29",
};

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
});

async function saved() {
  const { merchantId } = await anyMerchant(shop.test);
  const input = [anyDirector(known)];
  await saveAnyDirectors({ actor: sandboxActor(shop.test), ref: merchantId, input, now: now() });
  const read = async () => (await listDirectors(everyMerchantOf(shop.test), { merchantId }))[0];
  const id = (await read())?.id ?? "";
  return { id, merchantId, read };
}

async function storedText(id: string): Promise<string> {
  const [row] = await db().execute<{ text: string }>(
    sql`select row_to_json(d)::text as text from ${directors} d where id = ${id}`,
  );
  return row?.text ?? "";
}

/** As a former version stored it. */
const unseal = (id: string) =>
  db()
    .update(directors)
    .set({ personal: null, ...known })
    .where(eq(directors.id, id));

test("what is known of a director beyond the name is stored encrypted, and read as it was given", async () => {
  const { id, read } = await saved();
  const text = await storedText(id);
  for (const value of Object.values(known)) expect(text).not.toContain(value);
  expect(await read()).toMatchObject(known);
});

test("what a former version stored is readable, and encrypted once; a row in use is passed over", async () => {
  const [one, other] = [await saved(), await saved()];
  await unseal(one.id);
  await unseal(other.id);
  expect(await one.read()).toMatchObject(known);

  const holder = await connection().reserve();
  try {
    await holder`begin`;
    await holder`select 1 from directors where id = ${other.id} for update`;
    expect([await sealDirectors(10), await sealDirectors(10)]).toEqual([1, 0]);
    await holder`commit`;
  } finally {
    holder.release();
  }
  expect(await sealDirectors(10)).toBe(1);
  for (const { id, read } of [one, other]) {
    const text = await storedText(id);
    for (const value of Object.values(known)) expect(text).not.toContain(value);
    expect(await read()).toMatchObject(known);
  }
});

/**
 * What was sealed of a director at first, opened. It is never changed, nor added to: databases are full of it. Of a field
 * that comes later its `shown` takes what such a director has of it: null or "".
 */
const storedOnce = `{"email":"ngozi@private.example","phoneNumber":"+2348055501234","address":"14 Hidden Close, Enugu","dateOfBirth":"1971-03-29"}`;

/** Stores this of a director, and reads it as everybody does; then once more, stored anew by who changes the list. */
async function readEverywhere(opened: string) {
  const { id, merchantId, read } = await saved();
  const store = (columns: Partial<typeof directors.$inferInsert>) =>
    db().update(directors).set(columns).where(eq(directors.id, id));
  const readOnce = async () => {
    const { directors: own } = await readKycSession({ kind: "embedToken", tenant: shop.test, merchantId }, now());
    const { directors: reviewed } = await readForReview(everyMerchantOf(shop.test), merchantId, now());
    return publicDirector
      .array()
      .length(2)
      .parse([...own, ...reviewed]);
  };
  await store({ personal: encrypt("directors.personal", opened) });
  const before = await readOnce();
  const row = await read();
  if (row) await store(personalColumns(inputOf(row, "")));
  return [...before, ...(await readOnce())];
}

test("a director stored with none of the fields that came later is readable", async () => {
  for (const shown of await readEverywhere(storedOnce)) expect(shown).toMatchObject(known);
});

test.each(["email", "phoneNumber", "address"] as const)("so is one stored before %s was required", async (name) => {
  for (const lacking of [undefined, null]) {
    const opened = JSON.stringify({ ...JSON.parse(storedOnce), [name]: lacking });
    for (const shown of await readEverywhere(opened)) expect(shown).toMatchObject({ ...known, [name]: "" });
  }
});
