import { describe, expect, it } from "vitest";
import { findClientOf } from "@/lib/sales/oauth/queries";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { redirectUriFault, registerClient } from "./register-client";

useDatabase();

describe("a redirect address", () => {
  it.each(["https://shop.example/back", "https://shop.example:8443/back?from=us", "https://127.0.0.1/back"])(
    "may be %s",
    (uri) => {
      expect(redirectUriFault(uri, "test")).toBeNull();
      expect(redirectUriFault(uri, "live")).toBeNull();
    },
  );

  it.each(["http://localhost:3000/back", "http://127.0.0.1:3000/back", "http://[::1]:3000/back"])(
    "may be %s in test, where it is a developer's own machine",
    (uri) => {
      expect(redirectUriFault(uri, "test")).toBeNull();
      expect(redirectUriFault(uri, "live")).not.toBeNull();
    },
  );

  it.each([
    "",
    "/back",
    "shop.example/back",
    "http://shop.example/back",
    "http://localhost.evil.example/back",
    "https://shop.example/back#here",
    "https://shop.example/back#",
    "https://user:password@shop.example/back",
    "https://shop.example/ü",
    "https://shop.example/a b",
    "javascript:alert(1)",
    "data:text/html,x",
    "app://back",
    "https://",
    "https://*.shop.example/back",
    "https://shop.example/*",
    "https://shop.example\\@evil.example/back",
    "https:\\\\shop.example/back",
  ])("may not be %j", (uri) => expect(redirectUriFault(uri, "test")).not.toBeNull());
});

describe("registering a client", () => {
  it("shows the secret once; later it only changes the addresses", async () => {
    const { test } = await createMarketplace();
    const actor = sandboxActor(test);
    const register = (redirectUris: string[]) => registerClient({ actor, input: { redirectUris }, realNow: now() });
    const first = await register(["https://shop.example/a"]);
    expect(first).toEqual({
      clientId: expect.stringMatching(/^cli_/),
      clientSecret: expect.stringMatching(/^ocs_/),
      redirectUris: ["https://shop.example/a"],
    });
    const next = await register(["https://shop.example/b", "https://shop.example/b"]);
    expect(next).toEqual({ clientId: first.clientId, redirectUris: ["https://shop.example/b"] });
    expect((await findClientOf(test))?.redirectUris).toEqual(["https://shop.example/b"]);
  });

  it("is one client an environment, however many try at once", async () => {
    const { test, live } = await createMarketplace();
    const input = { redirectUris: ["https://shop.example/a"] };
    const registered = await Promise.all(
      [test, test, test, live].map((tenant) => registerClient({ actor: sandboxActor(tenant), input, realNow: now() })),
    );
    expect(new Set(registered.map(({ clientId }) => clientId)).size).toBe(2);
    expect(registered.filter(({ clientSecret }) => clientSecret)).toHaveLength(2);
  });

  it("names every address that is wrong", async () => {
    const { test } = await createMarketplace();
    const input = { redirectUris: ["https://shop.example/a", "x", "http://shop.example"] };
    const registering = registerClient({ actor: sandboxActor(test), input, realNow: now() });
    await expect(registering).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      fields: [{ field: "redirectUris.1" }, { field: "redirectUris.2" }],
    });
    expect(await findClientOf(test)).toBeUndefined();
  });
});
