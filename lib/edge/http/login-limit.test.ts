import { describe, expect, it } from "vitest";
import { useDatabase } from "@/test/database";
import { instant } from "@/test/time";
import { spendLoginAttempt } from "./login-limit";

useDatabase();

const at = instant("2026-11-21T10:00:15Z");
const attempt = (address: string) => spendLoginAttempt(new Headers({ "x-socket-address": address }), at);

async function exhaust(address: string) {
  for (let i = 0; i < 10; i++) await attempt(address);
}

describe("spendLoginAttempt", () => {
  it("gives an address ten in a minute, then says how long to wait", async () => {
    await exhaust("192.0.2.1");
    await expect(attempt("192.0.2.1")).rejects.toMatchObject({
      code: "RATE_LIMITED",
      message: "Too many attempts. Wait 45 seconds, then try again.",
      retryAfterSeconds: 45,
    });
    await attempt("192.0.2.2");
  });

  it("takes a network of IPv6 for one address", async () => {
    await exhaust("2001:db8:0:1::1");
    for (const same of ["2001:db8:0:1:ffff::2", "2001:0db8:0000:0001:1:2:3:4", "2001:db8:0:1::"]) {
      await expect(attempt(same)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    }
    await attempt("2001:db8:0:2::1");
    await exhaust("2001:db8::1");
    await expect(attempt("2001:db8:0:0:5::")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await attempt("::1");
  });
});
