import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { masked } from "@/lib/kernel/mask";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { describeKyc } from "@/lib/surfaces/console/describe-kyc";
import { businessFields } from "@/lib/terms/kyc/business-fields";
import { directorFields, sealedFields } from "@/lib/terms/kyc/director-fields";
import { businessInfoBody, directorBody } from "@/lib/terms/kyc/schema";
import { entriesOf, partOf, present } from "@/lib/terms/table";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { inputOf, listDirectors } from "./director-rows";
import { readForReview } from "./read-for-review";
import { saveBusinessInfo } from "./save-business-info";
import { readKycSession } from "./session/read-kyc-session";

useDatabase();

const business = businessInfoBody.parse(partOf(businessFields, "sample"));
const director = directorBody.parse(partOf(directorFields, "sample"));
const hidden = entriesOf(sealedFields).map(([, { sample }]) => sample);

let tenant: Awaited<ReturnType<typeof createMarketplace>>["test"];
let merchantId: string;
beforeAll(async () => {
  ({ test: tenant } = await createMarketplace());
  ({ merchantId } = await anyMerchant(tenant));
  const call = { actor: sandboxActor(tenant), ref: merchantId, now: now() };
  await saveBusinessInfo({ ...call, input: business });
  await saveAnyDirectors({ ...call, input: [director] });
});

const read = () => listDirectors(everyMerchantOf(tenant), { merchantId });

test("whatever is asked of a business is stored, and shown to the merchant", async () => {
  const session = await readKycSession({ kind: "embedToken", tenant, merchantId }, now());
  expect(session.business.values).toEqual(business);
});

test("whatever is asked of a director is stored, and shown but for the number", async () => {
  const session = await readKycSession({ kind: "embedToken", tenant, merchantId }, now());
  const { identityNumber: _, ...shown } = director;
  expect(session.directors).toMatchObject([{ ...shown, identityNumber: masked(director.identityNumber) }]);
  const [row] = await read();
  if (!row) throw new Error("There is no director.");
  expect(inputOf(row, director.identityNumber)).toEqual({ ...director, isPrimary: true });
});

test("a director who is saved with nothing but what is needed has null in the rest", async () => {
  const { merchantId: other } = await anyMerchant(tenant);
  const needed = entriesOf(directorFields).filter(([, { schema }]) => !schema.isOptional());
  const bare = directorBody.parse(Object.fromEntries(needed.map(([name, { sample }]) => [name, sample])));
  await saveAnyDirectors({ actor: sandboxActor(tenant), ref: other, input: [bare], now: now() });
  const { directors: shown } = await readKycSession({ kind: "embedToken", tenant, merchantId: other }, now());
  const others = entriesOf(directorFields).filter(([, { schema }]) => schema.isOptional());
  expect(others.length).toBeGreaterThan(0);
  for (const [name] of others) expect(shown[0]?.[name]).toBeNull();
  expect(present(shown[0] ?? {})).not.toHaveProperty(others[0]?.[0] ?? "");
});

test("of what is encrypted nothing can be read in the table", async () => {
  const [row] = await read();
  const [stored] = await db().execute<{ text: string }>(
    sql`select row_to_json(d)::text as text from ${directors} d where d.id = ${row?.id ?? ""}`,
  );
  expect(hidden.length).toBeGreaterThan(3);
  for (const value of hidden) expect(stored?.text).not.toContain(value);
  expect(stored?.text).not.toContain(director.identityNumber);
});

test("an operator who reviews sees what is there to review", async () => {
  const lines = describeKyc(await readForReview(everyMerchantOf(tenant), merchantId, now())).join("\n");
  const all = [...Object.values(businessFields), ...Object.values(directorFields)];
  const reviewed = all.filter((field) => "reviewed" in field);
  expect(reviewed.length).toBeGreaterThan(3);
  for (const { sample } of reviewed) expect(lines).toContain(sample);
});
