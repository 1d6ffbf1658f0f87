import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { connection, db } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { anyDirector, anyMerchant, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { listDirectors } from "./director-rows";
import { sealDirectors } from "./seal-directors";

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
  return { id, read };
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
    expect(await storedText(id)).not.toMatch(/private|0555|Hidden|1971/);
    expect(await read()).toMatchObject(known);
  }
});
