import { expect, it } from "vitest";
import { env } from "@/lib/kernel/env";
import { secureCookies, sessionCookieName } from "./session";

// Before the settings are read for the first time.
process.env.BASE_URL = "https://pay.example";
process.env.NEXTAUTH_URL = "https://somewhere.else";

it("has cookies for https alone where the service is reached by it, and tells next-auth its address", () => {
  expect(secureCookies()).toBe(true);
  expect(sessionCookieName("merchant")).toBe("__Host-financing.session");
  expect(env().baseUrl).toBe("https://pay.example");
  expect(process.env.NEXTAUTH_URL).toBe("https://pay.example/api/auth");
});
