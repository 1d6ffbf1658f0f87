import { beforeAll, describe, expect, test } from "vitest";
import { day } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { setClockAhead } from "@/test/factories/clock";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyStaff } from "@/test/factories/staff";
import { now } from "@/test/time";
import { dashboardToken } from "./dashboard-token";

useDatabase();

let marketplace: TestMarketplace;
let staff: Awaited<ReturnType<typeof anyStaff>>;
beforeAll(async () => {
  marketplace = await createMarketplace();
  staff = await anyStaff(marketplace.test, "ADMIN");
  await setClockAhead(marketplace, 3 * day);
});

function ask(authenticator: ReturnType<typeof dashboardToken>, query = "") {
  const headers = { authorization: `Bearer ${staff.token}` };
  return authenticator.authenticate(new Request(`http://localhost/x${query}`, { headers }), now(), new Uint8Array());
}

describe("an operation about one environment", () => {
  const asked = dashboardToken({ environment: true });

  test.each([
    ["", "test"],
    ["?limit=3", "test"],
    ["?environment=test", "test"],
    ["?environment=live", "live"],
  ])("is, with %j, about %s, by that one's clock", async (query, environment) => {
    expect(await ask(asked, query)).toEqual({
      actor: {
        kind: "marketplaceUser",
        tenant: { marketplaceId: marketplace.marketplaceId, environment },
        userId: staff.id,
        role: "ADMIN",
      },
      clockAhead: environment === "test" ? 3 * day : 0,
    });
  });

  test.each([
    "?environment=",
    "?environment=LIVE",
    "?environment=both",
    "?environment=live&environment=live",
    "?environment=test&environment=live",
    "?environment=toString",
  ])("is refused with %j", async (query) => {
    await expect(ask(asked, query)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      fields: [{ field: "environment", error: "Must be test or live, once" }],
    });
  });
});

test("an operation about both does not look at the environment", async () => {
  for (const query of ["", "?environment=live", "?environment=both"]) {
    const { actor, clockAhead } = await ask(dashboardToken(), query);
    expect([actor.tenant.environment, clockAhead]).toEqual(["test", 3 * day]);
  }
});

test("an unknown caller learns nothing of what else is wrong", async () => {
  const request = new Request("http://localhost/x?environment=both");
  const asked = dashboardToken({ environment: true }).authenticate(request, now(), new Uint8Array());
  await expect(asked).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});
