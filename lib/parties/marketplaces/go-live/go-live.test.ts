import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { apiSecrets, goLiveRequests } from "@/db/schema/marketplaces";
import { auditLog, mails } from "@/db/schema/operations";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { addOperator } from "@/lib/surfaces/console/add-operator";
import { saveOrigins } from "@/lib/surfaces/journey/save-origins";
import { goLiveChecks } from "@/lib/terms/go-live";
import { useDatabase } from "@/test/database";
import { disbursedLoan, setLoan, usualLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { createEndpoint } from "@/test/factories/webhook";
import { as, run } from "@/test/operator-terminal";
import { now } from "@/test/time";
import { checklistOf, type GoLiveFacts } from "./checklist";
import { readGoLive } from "./read-go-live";
import { requestGoLive } from "./request-go-live";
import { requestGoLiveInput } from "./schema";
import { withdrawGoLive } from "./withdraw-request";

useDatabase();
// Lenders are everybody's: what one test gives, the next must not find.
afterEach(async () => {
  await db().delete(rails);
});

const ready: GoLiveFacts = {
  repaidTestLoan: true,
  signedReport: true,
  ownersWithoutFactor: [],
  liveOrigins: 1,
  liveEndpoint: { enabled: true, answered: true },
  liveSecretKey: true,
  liveApiSecret: true,
  liveLender: true,
};

describe("the checklist", () => {
  it("holds when everything is there", () => {
    expect(checklistOf(ready)).toEqual(goLiveChecks.map((check) => ({ check, holds: true, detail: "" })));
  });

  it.each<[string, Partial<GoLiveFacts>, RegExp]>([
    ["repaidTestLoan", { repaidTestLoan: false }, /until the loan is repaid/],
    ["signedReport", { signedReport: false }, /signed with the test API secret/],
    ["secondFactors", { ownersWithoutFactor: ["Ada", "Bola"] }, /Missing: Ada, Bola\.$/],
    ["liveOrigins", { liveOrigins: 0 }, /https origin/],
    ["liveWebhook", { liveEndpoint: null }, /^Register/],
    ["liveWebhook", { liveEndpoint: { enabled: false, answered: true } }, /disabled/],
    ["liveWebhook", { liveEndpoint: { enabled: true, answered: false } }, /test event/],
    ["liveSecretKey", { liveSecretKey: false }, /Create one/],
    ["liveApiSecret", { liveApiSecret: false }, /Make one/],
    ["liveLender", { liveLender: false }, /No lender/],
  ])("names %s alone with %j", (check, missing, detail) => {
    const failing = checklistOf({ ...ready, ...missing }).filter(({ holds }) => !holds);
    expect(failing).toEqual([{ check, holds: false, detail: expect.stringMatching(detail) }]);
  });
});

let shop: TestMarketplace;
beforeEach(async () => {
  shop = await createMarketplace();
});

const staffActor = async (role: "ADMIN" | "DEVELOPER") => {
  const { id: userId } = await anyStaff(shop.test, role);
  return { kind: "marketplaceUser", tenant: shop.test, userId, role } as const;
};
const missingOf = async () => {
  const { checklist } = await readGoLive(sandboxActor(shop.test), now());
  return checklist.filter(({ holds }) => !holds).map(({ check }) => check);
};

/** Does all that the checklist asks for; the factory has made a live key, and there is no owner. */
async function prepare(): Promise<void> {
  const { merchantId } = await anyMerchant(shop.test);
  const { id } = await disbursedLoan(shop.test, { merchantId, ...usualLoan });
  await setLoan(shop.test, id, { status: "REPAID" });
  for (const tenant of [shop.test, shop.live]) {
    await rotateApiSecret({ actor: sandboxActor(tenant), input: {}, realNow: now() });
  }
  await db().update(apiSecrets).set({ lastUsedAt: now() }).where(inTenant(apiSecrets, shop.test));
  const actor = sandboxActor(shop.test);
  await saveOrigins({ actor, input: { live: ["https://shop.example"], test: [] }, realNow: now() });
  await createEndpoint(shop.live, "https://hooks.example.com/", { answeredAt: now() });
  await giveRail(await createTestLender({ environment: "live" }));
}

const ask = (actor: Awaited<ReturnType<typeof staffActor>>, note = "We start in March.") =>
  requestGoLive({ actor, input: { note }, realNow: now() });

describe("a request to go live", () => {
  it("is refused with what is missing, each owner's second factor too", async () => {
    const actor = await staffActor("ADMIN");
    const asked = goLiveChecks.filter((one) => !["secondFactors", "liveSecretKey"].includes(one));
    expect(await missingOf()).toEqual(asked);
    await expect(ask(actor)).rejects.toMatchObject({
      code: "GO_LIVE_REFUSED",
      fields: asked.map((field) => ({ field })),
    });
    await prepare();
    expect(await missingOf()).toEqual([]);
    await anyStaff(shop.test, "OWNER");
    await expect(ask(actor)).rejects.toMatchObject({ fields: [{ field: "secondFactors" }] });
    expect(await db().select().from(goLiveRequests)).toEqual([]);
  });

  it("takes a lender whose live money can move", async () => {
    await prepare();
    await db().delete(rails);
    expect(await missingOf()).toEqual(["liveLender"]);
  });

  it("needs no note", () => {
    expect(requestGoLiveInput.parse({})).toEqual({});
  });

  it("goes by what holds for the address in force", async () => {
    await prepare();
    const change = { status: "DISABLED", disabledReason: "GONE" } as const;
    await db().update(webhookEndpoints).set(change).where(inTenant(webhookEndpoints, shop.live));
    expect(await missingOf()).toEqual(["liveWebhook"]);
  });

  it("waits once, and can be withdrawn and made again", async () => {
    const actor = await staffActor("ADMIN");
    await prepare();
    await expect(ask(await staffActor("DEVELOPER"))).rejects.toMatchObject({ code: "INSUFFICIENT_ROLE" });
    await Promise.all([ask(actor), ask(actor), ask(actor)]);
    expect((await readGoLive(sandboxActor(shop.test), now())).request).toMatchObject({
      status: "REQUESTED",
      note: "We start in March.",
    });
    await withdrawGoLive({ actor, realNow: now() });
    expect((await readGoLive(sandboxActor(shop.live), now())).request).toMatchObject({
      status: "WITHDRAWN",
      endedAt: expect.any(String),
    });
    await expect(withdrawGoLive({ actor, realNow: now() })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await ask(actor, "");
    expect((await readGoLive(sandboxActor(shop.test), now())).request).toMatchObject({
      status: "REQUESTED",
      note: null,
    });
    const audited = await db().select().from(auditLog).where(inTenant(auditLog, shop.live));
    const acts = audited.filter(({ actor: by }) => by === actor.userId).map(({ action }) => action);
    expect(acts).toEqual(["go-live.request", "go-live.withdraw", "go-live.request"]);
  });

  it("is declined with a reason by an operator, who sees the checklist, and later granted", async () => {
    const actor = await staffActor("ADMIN");
    await addOperator({ operator: null, input: { email: as, name: "Reviewer", role: "ADMIN" }, realNow: now() });
    const { marketplaceId } = shop;
    await prepare();
    const reason = "Your terms do not name the lender.";
    await expect(run(`marketplace decline ${marketplaceId}`, { as, reason })).rejects.toThrow("does not ask");
    await ask(actor);
    expect(await run("marketplace list", {})).toMatch(
      new RegExp(`${marketplaceId}\\), not live, asks to go live since 20`),
    );
    const declined = await run(`marketplace decline ${marketplaceId}`, { as, reason });
    expect(declined).toContain(
      "  ok  A lender is ready to pay your merchants\nIt says: We start in March.\nDecline this: Your terms",
    );
    expect((await readGoLive(sandboxActor(shop.test), now())).request).toMatchObject({ status: "DECLINED", reason });
    const sent = () => db().select().from(mails).where(eq(mails.marketplaceId, marketplaceId));
    expect((await sent()).at(-1)).toMatchObject({ body: expect.stringContaining(reason) });

    await ask(actor, "They do now.");
    const withdrawn = () => withdrawGoLive({ actor, realNow: now() });
    const live = `marketplace live ${marketplaceId}`;
    await expect(run(live, { as }, withdrawn)).rejects.toThrow("Something changed meanwhile.");
    await ask(actor);
    expect(await run(live)).toMatch(/It is live\.$/);
    const after = await readGoLive(sandboxActor(shop.test), now());
    expect(after).toMatchObject({ liveAt: expect.any(String), request: { status: "APPROVED" } });
    expect((await sent()).map(({ subject }) => subject)).toContain("You are live");
    await expect(ask(actor)).rejects.toMatchObject({ code: "GO_LIVE_REFUSED" });
  });

  it("is of one marketplace", async () => {
    await prepare();
    await ask(await staffActor("ADMIN"));
    const other = await createMarketplace();
    const theirs = await readGoLive(sandboxActor(other.test), now());
    expect(theirs.request).toBeNull();
    expect(theirs.checklist.filter(({ holds }) => holds).map(({ check }) => check)).toEqual([
      "secondFactors",
      "liveSecretKey",
      "liveLender",
    ]);
  });
});
