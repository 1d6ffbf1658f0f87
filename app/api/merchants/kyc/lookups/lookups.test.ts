import { eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as lookUpJourneyBvn } from "@/app/api/v1/embed/lookups/bvn/route";
import { POST as lookUpJourneyCompany } from "@/app/api/v1/embed/lookups/company/route";
import { POST as lookUpJourneyNin } from "@/app/api/v1/embed/lookups/nin/route";
import { db } from "@/db/client";
import { identityConsents } from "@/db/schema/identity";
import { lookupCounts } from "@/db/schema/lookups";
import { auditLog } from "@/db/schema/operations";
import { accountPhones } from "@/db/schema/phones";
import type { Route } from "@/lib/edge/http/route";
import { purge } from "@/lib/edge/jobs/purge-expired";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { identityDigest } from "@/lib/merchants/kyc/identity-number";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { lookupsADay } from "@/lib/merchants/registers/ask-register";
import { lookUpPerson } from "@/lib/merchants/registers/look-up-person";
import * as registers from "@/lib/platform/providers/identity";
import { outside } from "@/lib/platform/providers/outside";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { embedTokenOf } from "@/test/factories/embed";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { openTransactions } from "@/test/factories/locks";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { now } from "@/test/time";
import { POST as lookUpBvn } from "./bvn/route";
import { POST as lookUpCompany } from "./company/route";
import { POST as lookUpNin } from "./nin/route";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

/** The clock stands still, so that no day ends meanwhile. */
function stopClock(at = now()) {
  vi.spyOn(clock, "now").mockReturnValue(at);
  return at;
}

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace({ live: true });
});

let made = 0;
/** A phone number, and the number under which the sandbox's registers have its owner. */
function anyPhone() {
  made += 1;
  const digits = String(31_000_000 + made);
  return { phoneNumber: `+23480${digits}`, number: `22${digits}1` };
}

const asking =
  (key: string) =>
  (route: Route, number: unknown, more: object = {}) =>
    call(route, { key, body: { number, consent: true, ...more } });

/** An account with a merchant here, and a phone number that it has verified. */
async function anyHolder(tenant: Tenant = shop.test) {
  const { id: userId, token, merchantIds } = await anyAccount(tenant);
  const { phoneNumber, number } = anyPhone();
  await db().insert(accountPhones).values({ userId, phoneNumber, verifiedAt: now() });
  return { userId, merchantId: merchantIds[0] ?? "", number, phoneNumber, ask: asking(token) };
}

/** A merchant in the journey, whose phone number the marketplace gave. */
async function anyJourney() {
  const { phoneNumber, number } = anyPhone();
  const input = { thirdPartyCustomerId: `shop-${made}`, businessName: "A shop", phoneNumber };
  const { merchantId } = await createMerchant({ actor: sandboxActor(shop.test), input, now: now() });
  return { merchantId, number, phoneNumber, ask: asking(await embedTokenOf(shop.test, merchantId)) };
}

const codeOf = ({ status, json }: Awaited<ReturnType<typeof call>>) => [status, json.code ?? null];

/** Whether somebody asks in an account or in the journey. */
const areas = {
  "an account": { anybody: anyHolder, bvn: lookUpBvn, nin: lookUpNin, company: lookUpCompany },
  "the journey": {
    anybody: anyJourney,
    bvn: lookUpJourneyBvn,
    nin: lookUpJourneyNin,
    company: lookUpJourneyCompany,
  },
};

describe.each(Object.entries(areas))("in %s", (_, { anybody, bvn, nin, company }) => {
  test("a number of one's own fills in who one is, without the phone number", async () => {
    const { number, phoneNumber, ask } = await anybody();
    const { status, json, text } = await ask(bvn, ` ${number} `);
    expect(status).toBe(200);
    expect(json).toEqual({
      identityType: "BVN",
      firstName: "Ada",
      middleName: null,
      lastName: "Obi",
      dateOfBirth: "1985-04-12",
      nationality: "Nigerian",
      address: expect.stringContaining("Lagos"),
      phoneNumber: `**********${phoneNumber.slice(-4)}`,
    });
    expect(text).not.toContain(number);
    expect(text).not.toContain(phoneNumber);
    expect((await ask(nin, number)).json).toMatchObject({ identityType: "NIN", lastName: "Obi" });
  });

  test("somebody else's number is answered like one that nobody has", async () => {
    const { ask } = await anybody();
    const tidy = ({ status, text }: { status: number; text: string }) => [status, text.replace(/req_\w+/, "")];
    const unknown = tidy(await ask(bvn, "22000010000"));
    expect(unknown[0]).toBe(404);
    expect(tidy(await ask(bvn, (await anyHolder()).number))).toEqual(unknown);
    expect(tidy(await ask(bvn, (await anyJourney()).number))).toEqual(unknown);
    expect(tidy(await ask(nin, "10987654321"))).toEqual(unknown);
  });

  test("what the register of companies says is everybody's", async () => {
    const { ask } = await anybody();
    const { json } = await ask(company, "rc 123-4567");
    expect(json).toEqual({
      registrationNumber: "RC1234567",
      businessName: expect.stringMatching(/ Limited$/),
      businessType: "LIMITED_LIABILITY_COMPANY",
      dateOfIncorporation: "2009-08-15",
      registeredAddress: expect.stringContaining("Lagos"),
      status: "ACTIVE",
    });
    expect((await ask(company, "1234567")).json).toEqual(json);
    expect((await ask(company, "BN7777")).json).toMatchObject({
      businessType: "REGISTERED_BUSINESS",
      status: "INACTIVE",
    });
    expect(codeOf(await ask(company, "RC10000"))).toEqual([404, "NOT_FOUND"]);
  });

  test("ten numbers a day, also when all are asked for at once, and not one more", async () => {
    const at = stopClock();
    const { ask } = await anybody();
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => ask(company, `RC${200_001 + i}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(lookupsADay);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(codeOf)).toEqual(Array(4).fill([429, "RATE_LIMITED"]));
    const wait = Number(refused[0]?.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(day / 1000);
    stopClock(later(at, (wait + 1) * 1000));
    expect(codeOf(await ask(company, "RC200001"))[0]).not.toBe(429);
  });

  test("a register that is down is told so, and the look-up is not counted", async () => {
    stopClock();
    const [warned, failed] = [vi.spyOn(log, "warn"), vi.spyOn(log, "error")];
    const { ask } = await anybody();
    for (let i = 0; i <= lookupsADay; i += 1) {
      const answer = await ask(i % 2 ? bvn : company, i % 2 ? "22000009999" : "RC9999");
      expect(codeOf(answer)).toEqual([503, "SERVICE_UNAVAILABLE"]);
      expect(answer.json.detail).toContain("Fill in the details yourself");
      expect(answer.headers.get("retry-after")).toBe("60");
    }
    expect((await ask(company, "RC200001")).status).toBe(200);
    expect(failed, "the register's failure is not ours").not.toHaveBeenCalled();
    expect(JSON.stringify(warned.mock.calls)).toMatch(/"register":"\w+","reason":"[^"]+"/);
    expect(JSON.stringify(warned.mock.calls)).not.toMatch(/22000009999|RC9999|\.ts:/);
  });

  test.each([
    ["number", { number: "2212345678" }, "Must be exactly 11 digits"],
    ["number", { number: "२२१२३४५६७८९" }, "Must be exactly 11 digits"],
    ["number", { number: 22_123_456_789 }, "Must be a string"],
    ["number", { number: undefined }, "Is required"],
    ["consent", { consent: false }, "Must be true: whoever the number belongs to has agreed"],
    ["consent", { consent: "true" }, "Must be true: whoever the number belongs to has agreed"],
    ["consent", { consent: undefined }, "Is required"],
  ])("a wrong %s of %j is refused and not counted", async (field, wrong, error) => {
    const { ask } = await anybody();
    const before = await db().$count(lookupCounts);
    const answer = await ask(bvn, "22123456789", wrong);
    expect([answer.status, answer.json.errors]).toEqual([400, [{ field, error }]]);
    expect(await db().$count(lookupCounts)).toBe(before);
  });

  test.each(["", "RC", "XY123", "RC123456789", "RC12a"])("%j is the number of no company", async (number) => {
    const { ask } = await anybody();
    expect((await ask(company, number)).json).toMatchObject({ status: 400, errors: [{ field: "number" }] });
  });

  test("it is written down who asked which register, and nothing of the number", async () => {
    const { merchantId, number, ask } = await anybody();
    await ask(bvn, number);
    const entries = await db().select().from(auditLog).where(eq(auditLog.subjectId, merchantId));
    const found = entries.filter(({ action }) => action === "kyc.look-up");
    expect(found).toMatchObject([{ detail: { register: "BVN" } }]);
    expect(JSON.stringify(entries)).not.toContain(number);
  });
});

test("an account without a verified phone number may ask about companies alone", async () => {
  const { token } = await anyAccount(shop.test);
  const ask = asking(token);
  for (const route of [lookUpBvn, lookUpNin]) {
    expect(codeOf(await ask(route, anyPhone().number))).toEqual([403, "PHONE_NOT_VERIFIED"]);
  }
  expect((await ask(lookUpCompany, "RC200001")).status).toBe(200);
});

test("an account's merchants share its look-ups", async () => {
  stopClock();
  const other = await createMarketplace();
  const { token, merchantIds } = await anyAccount(shop.test, other.test);
  const ask = (i: number) =>
    call(lookUpCompany, {
      key: token,
      body: { number: `RC${300_001 + i}`, consent: true },
      headers: { "x-merchant-id": merchantIds[i % 2] ?? "" },
    });
  for (let i = 0; i < lookupsADay; i += 1) expect((await ask(i)).status).toBe(200);
  expect([(await ask(0)).status, (await ask(1)).status]).toEqual([429, 429]);
});

test("what the merchant types as its phone number does not make it somebody", async () => {
  const { merchantId } = await createMerchant({
    actor: sandboxActor(shop.test),
    input: { thirdPartyCustomerId: "no-phone", businessName: "A shop" },
    now: now(),
  });
  const ask = asking(await embedTokenOf(shop.test, merchantId));
  expect(codeOf(await ask(lookUpJourneyBvn, anyPhone().number))).toEqual([404, "NOT_FOUND"]);
});

test("a record that cannot be edited needs no look-up", async () => {
  const { merchantId } = await submittedMerchant(shop.test);
  const ask = asking(await embedTokenOf(shop.test, merchantId));
  expect(codeOf(await ask(lookUpJourneyCompany, "RC200001"))).toEqual([409, "KYC_NOT_EDITABLE"]);
});

test("live, where no register is connected, people are told to type", async () => {
  const { ask } = await anyHolder(shop.live);
  for (const [route, number] of [
    [lookUpBvn, "22310000011"],
    [lookUpCompany, "RC200001"],
  ] as const) {
    const answer = await ask(route, number);
    expect(codeOf(answer)).toEqual([404, "NOT_FOUND"]);
    expect(answer.json.detail).toContain("Look-ups are not available yet");
  }
});

test("a slow register holds no connection to the database, and is asked once the consent is stored", async () => {
  const { userId, merchantId, number } = await anyHolder();
  const room = waitingRoom();
  const provider = registers.identityProvider("test");
  let agreed: { purpose: string; textVersion: string }[] = [];
  const findPerson = async () => {
    agreed = await db().select().from(identityConsents).where(eq(identityConsents.identityDigest, digest));
    return room.wait().then(() => null);
  };
  vi.spyOn(registers, "identityProvider").mockReturnValue(outside("identity", { ...provider, findPerson }));
  const actor = { kind: "merchantUser", tenant: shop.test, merchantId, userId } as const;
  const input = { number, consent: true } as const;
  const digest = identityDigest({ identityType: "BVN", identityNumber: number });
  const asked = lookUpPerson({ actor, identityType: "BVN", input, now: now(), realNow: now() });
  await expect.poll(room.inside).toBe(1);
  expect(await openTransactions()).toBe(0);
  // Its holder's word is stored before anybody is asked.
  expect(agreed).toMatchObject([{ purpose: "LOOK_UP", textVersion: "look-up-1", statedBy: "MERCHANT" }]);
  room.open();
  await expect(asked).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("counts of days that are over are deleted", async () => {
  const { ask } = await anyHolder();
  await ask(lookUpCompany, "RC200001");
  await purge(now());
  expect(await db().$count(lookupCounts)).toBeGreaterThan(0);
  await purge(later(now(), 3 * day));
  expect(await db().$count(lookupCounts)).toBe(0);
});
