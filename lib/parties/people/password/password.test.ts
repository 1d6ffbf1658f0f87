import * as argon2 from "argon2";
import { describe, expect, it, vi } from "vitest";
import { hashPassword, passwordQueue, verifyPassword } from "./password";

vi.mock("argon2", async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

describe("hashPassword", () => {
  it("is argon2id with the parameters of the OWASP cheat sheet, and another hash each time", async () => {
    const [one, other] = await Promise.all([hashPassword("open sesame!"), hashPassword("open sesame!")]);
    const [, type, version, parameters = ""] = one.split("$");
    expect([type, version, parameters.split(",").sort()]).toEqual(["argon2id", "v=19", ["m=19456", "p=1", "t=2"]]);
    expect(one).not.toBe(other);
  });
});

describe("verifyPassword", () => {
  it("takes the password and no other", async () => {
    const stored = await hashPassword(" open sesame! ");
    expect(await verifyPassword(stored, " open sesame! ")).toBe(true);
    for (const wrong of ["open sesame!", " Open sesame! ", ""]) expect(await verifyPassword(stored, wrong)).toBe(false);
  });

  it("takes the same characters composed in another way", async () => {
    const stored = await hashPassword("ọmọlúàbí-2026".normalize("NFC"));
    expect(await verifyPassword(stored, "ọmọlúàbí-2026".normalize("NFD"))).toBe(true);
  });

  it("answers no where there is no hash, after the same work", async () => {
    const stored = await hashPassword("open sesame!");
    const verify = vi.mocked(argon2.verify);
    verify.mockClear();
    expect(await verifyPassword(stored, "wrong")).toBe(false);
    expect(await verifyPassword(null, "wrong")).toBe(false);
    const work = verify.mock.calls.map(([hash]) => hash.split("$").slice(0, 4));
    expect(work).toHaveLength(2);
    expect(work[1]).toEqual(work[0]);
  });
});

it("works on four at a time, lets some wait, and turns away the rest at once", async () => {
  const { atOnce, waiting } = passwordQueue;
  const stored = await hashPassword("open sesame!");
  const verify = vi.mocked(argon2.verify);
  let running = 0;
  let most = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  verify.mockImplementation(async () => {
    running += 1;
    most = Math.max(most, running);
    await opened;
    running -= 1;
    return true;
  });
  const all = Array.from({ length: atOnce + waiting + 10 }, () => verifyPassword(stored, "open sesame!"));
  const settled = Promise.allSettled(all);
  await expect(all.at(-1)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 3 });
  await expect(hashPassword("another one")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  open();
  const outcomes = await settled;
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(atOnce + waiting);
  expect(most).toBe(atOnce);
  verify.mockRestore();
});
