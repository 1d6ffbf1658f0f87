import { expect, it, vi } from "vitest";
import { checkPassword } from "@/lib/users/check-password";
import { useDatabase } from "@/test/database";
import { createAccount } from "./actions";

useDatabase();

let address = "192.0.2.1";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ "x-socket-address": address }) }));

const ada = { businessName: "Ada Foods", email: "ada@shop.example", password: "  as it was typed  " };

it("makes an account that one can sign in with", async () => {
  expect(await createAccount({ ...ada, kind: "operator", id: "usr_1" })).toBeNull();
  const user = await checkPassword({ kind: "merchant", input: ada });
  expect(user).toMatchObject({ kind: "merchant", name: "Ada Foods" });
  expect(user?.id).not.toBe("usr_1");
});

it("says which fields are wrong, whatever it is given", async () => {
  const fields = async (typed: unknown) => (await createAccount(typed))?.fields.map(({ field }) => field);
  expect(await fields({ ...ada, businessName: "", password: "short" })).toEqual(["businessName", "password"]);
  expect(await fields({ ...ada, password: `${ada.password}\u0000` })).toEqual(["password"]);
  expect(await fields({ ...ada, email: "ADA@shop.example" })).toEqual(["email"]);
  expect(await fields(null)).toEqual(["form"]);
});

it("takes ten attempts a minute of an address", async () => {
  address = "192.0.2.2";
  const attempts: (string | undefined)[] = [];
  // A minute may turn in between: then ten more.
  for (let i = 0; i < 21 && !attempts.at(-1)?.startsWith("Too many"); i++) {
    attempts.push((await createAccount({}))?.refused);
  }
  expect(attempts.at(-1)).toMatch(/^Too many attempts\. Wait /);
  expect(attempts.length).toBeGreaterThan(10);
});
