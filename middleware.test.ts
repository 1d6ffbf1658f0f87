import { NextRequest } from "next/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/kernel/log";
import * as queries from "@/lib/surfaces/journey/queries";
import { saveOrigins } from "@/lib/surfaces/journey/save-origins";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { middleware } from "./middleware";

useDatabase();

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await createMarketplace();
});

const save = (test: string[], live: string[]) =>
  saveOrigins({ actor: sandboxActor(marketplace.test), input: { test, live }, realNow: now() });

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await middleware(new NextRequest(new URL(path, "http://localhost:3000"), { headers }));
  const policy = response.headers.get("content-security-policy") ?? "";
  const ancestors = /frame-ancestors ([^;]*)$/.exec(policy)?.[1];
  return { headers: response.headers, policy, ancestors };
}

const ancestors = async (path: string) => (await open(path)).ancestors;

describe("the journey may be framed", () => {
  test("by the registered origins of its marketplace and environment, from the moment they are saved", async () => {
    const path = `/embed/${marketplace.marketplaceId}`;
    expect(await ancestors(path)).toBe("'none'");
    await save(["http://localhost:5173", "https://staging.shop.example"], ["https://shop.example"]);
    expect(await ancestors(path)).toBe("http://localhost:5173 https://staging.shop.example");
    expect(await ancestors(`${path}?env=test`)).toBe("http://localhost:5173 https://staging.shop.example");
    expect(await ancestors(`${path}?env=live`)).toBe("https://shop.example");
    await save([], ["https://shop.example"]);
    expect(await ancestors(path)).toBe("'none'");
    expect(await ancestors(`${path}?env=live`)).toBe("https://shop.example");
  });

  test("by nobody where the address belongs to nobody", async () => {
    await save(["https://shop.example"], ["https://shop.example"]);
    const { marketplaceId } = marketplace;
    const { marketplaceId: another } = await createMarketplace();
    for (const path of [
      `/embed/${another}`,
      "/embed/mkt_none",
      "/embed/%00",
      `/embed/${marketplaceId.toUpperCase()}`,
      `/embed/${marketplaceId}%20`,
      `/embed/${marketplaceId}/more`,
      `/embed/${marketplaceId}?env=`,
      `/embed/${marketplaceId}?env=both`,
      `/embed/${marketplaceId}?env=test&env=live`,
      `/demo?to=/embed/${marketplaceId}`,
      "/",
    ]) {
      expect(await ancestors(path), path).toBe("'none'");
    }
  });

  test("by nobody while the database cannot be asked, and the page answers", async () => {
    await save(["https://shop.example"], []);
    const logged = vi.spyOn(log, "error");
    const down = new Error("connect ECONNREFUSED");
    vi.spyOn(queries, "listFrameAncestors").mockRejectedValueOnce(down);
    const path = `/embed/${marketplace.marketplaceId}`;
    const { ancestors: shown } = await open(path, { "x-request-id": "page-2" });
    expect(shown).toBe("'none'");
    expect(logged.mock.calls).toEqual([["frame ancestors not read", down, { requestId: "page-2" }]]);
    expect(await ancestors(path)).toBe("https://shop.example");
  });
});

describe("every page", () => {
  const journey = () => `/embed/${marketplace.marketplaceId}`;

  test("gets a nonce of its own, which a visitor cannot choose", async () => {
    const chosen = { "x-nonce": "chosen", "content-security-policy": "script-src *" };
    const seen = new Set<string>();
    for (const path of ["/", "/demo", journey(), journey()]) {
      const { headers, policy } = await open(path, chosen);
      const nonce = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? "";
      seen.add(nonce);
      // What Next hands on to the page.
      expect(headers.get("x-middleware-request-x-nonce")).toBe(nonce);
      expect(headers.get("x-middleware-request-content-security-policy")).toBe(policy);
    }
    expect(seen.size).toBe(4);
    expect([...seen].join()).not.toContain("chosen");
  });

  test("is sent with strict headers, and the journey is never stored", async () => {
    for (const path of ["/", "/demo", journey()]) {
      const { headers } = await open(path, { "x-request-id": "page-1" });
      expect(Object.fromEntries(headers)).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-request-id": "page-1",
      });
      expect(headers.get("x-frame-options")).toBeNull();
      expect(headers.get("cache-control")).toBe(path === journey() ? "no-store" : null);
    }
    expect((await open("/")).headers.get("x-request-id")).toMatch(/^req_\w{20}$/);
  });
});
