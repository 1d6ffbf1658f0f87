import { channel } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as settings from "@/lib/kernel/env";
import { log, plainReason } from "@/lib/kernel/log";
import { identityProvider } from "@/lib/platform/providers/identity";
import { type DojahTold, photograph, scriptedDojah } from "@/test/dojah-script";
import { plainServer } from "@/test/plain-server";
import { dojahBureau } from "./bureau";

process.env.LOG_LEVEL = "debug";

const numbers = { BVN: "22345678901", NIN: "70123456789", CAC: "RC7654321", NUBAN: "0123456789" };
const key = "prod_sk_1T1eSavlZxy02OT3OWlvbxK4G";
/** Nothing of this may be seen anywhere but in the request itself. */
const canaries = /22345678901|70123456789|7654321|0123456789|1T1eSavlZxy|4AAQSkZJRg|Adaeze|Okonkwo|1985-04-12/;

let written: string[];
beforeEach(() => {
  written = [];
  const take = (text: unknown) => written.push(String(text)) > 0;
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockImplementation(take);
  for (const method of ["error", "warn", "log", "info"] as const) {
    vi.spyOn(console, method).mockImplementation((...said) => take(inspect(said, { depth: 9 })));
  }
});
afterEach(() => vi.restoreAllMocks());

const echo = JSON.stringify({ error: `BVN 22345678901 of Adaeze Okonkwo with ${key}`, entity: "x", image: photograph });
const failures: Record<string, [told: DojahTold, silence: string]> = {
  "a server error": [{ status: 500, text: echo }, "NO_ANSWER"],
  "a gateway’s page": [{ status: 502, text: `<html>${echo}</html>` }, "NO_ANSWER"],
  "a page with 200": [{ text: `<html>${echo}</html>` }, "NO_ANSWER"],
  "malformed JSON": [{ text: `${echo.slice(0, -1)},` }, "NO_ANSWER"],
  "wrong types": [{ text: `{"entity":["22345678901"],"error":{"number":"70123456789"}}` }, "UNCLEAR"],
  "too many questions": [{ status: 429, text: echo }, "RATE_LIMITED"],
  "a refused key": [{ status: 401, text: echo }, "KEY_REFUSED"],
  "no access": [{ status: 403, text: echo }, "KEY_REFUSED"],
  "no credit": [{ status: 402, text: echo }, "NO_CREDIT"],
  "a register that is down": [{ status: 424, text: echo }, "NO_ANSWER"],
  "bad input": [{ status: 400, text: echo }, "UNCLEAR"],
  "a redirect": [{ status: 302, headers: { location: "http://127.0.0.1:9/?bvn=22345678901" } }, "NO_ANSWER"],
  "no answer in time": [{ never: true }, "NO_ANSWER"],
  "nobody there": [{}, "NO_ANSWER"],
  "half an answer": [{}, "NO_ANSWER"],
};

async function addressOf(failure: string, told: DojahTold): Promise<string> {
  if (failure === "nobody there") return "http://127.0.0.1:9";
  if (failure === "half an answer") {
    return plainServer((_, response) => {
      response.writeHead(200, { "content-length": "999" }).write('{"entity":');
      setTimeout(() => response.destroy(), 10);
    });
  }
  const kyc = (path: string) => `/api/v1/kyc/${path}`;
  const paths = ["bvn", "bvn/full", "nin", "cac/basic", "nuban"].map(kyc);
  return (await scriptedDojah(Object.fromEntries(paths.map((path) => [path, told])))).baseUrl;
}

test.each(Object.entries(failures))(
  "of %s nothing is told, logged or thrown that names anybody",
  async (name, [told, silence]) => {
    const within = name === "no answer in time" ? 60 : 5_000;
    const access = { appId: "app", key, baseUrl: await addressOf(name, told), within, tellsBvn: true };
    const bureau = dojahBureau(access);
    const person = { firstName: "Adaeze", lastName: "Okonkwo", dateOfBirth: "1985-04-12" };
    const company = { number: numbers.CAC, businessName: "Adaeze Foods", dateOfIncorporation: null };
    const seen: unknown[] = [];
    for (const identityType of ["BVN", "NIN"] as const) {
      const found = await bureau.verify({ ...person, identityType, identityNumber: numbers[identityType] });
      expect(found).toMatchObject({ outcome: "NOT_CHECKED", silence });
      seen.push(found);
      const thrown = await bureau.findPerson(identityType, numbers[identityType]).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Error);
      seen.push(thrown);
      log.error("failed", thrown, { reason: plainReason(thrown) });
    }
    const evidence = await bureau.checkCompany(company);
    expect(evidence).toMatchObject({ outcome: "NOT_CHECKED", silence });
    const thrown = await bureau.findCompany(numbers.CAC).catch((error: unknown) => error);
    const account = await bureau.nameEnquiry({ bankCode: "058", accountNumber: numbers.NUBAN });
    expect(account).toBe("NOT_CHECKED");
    log.error("failed", thrown);
    seen.push(evidence, thrown, account);
    expect(inspect(seen, { depth: 9, showHidden: true })).not.toMatch(canaries);
    expect(written.join("\n")).toMatch(/Dojah did not answer/);
    expect(written.join("\n")).not.toMatch(canaries);
  },
);

test("a slip of ours in the log shows neither the numbers of people nor the key", () => {
  log.warn("oops", { url: `https://api.dojah.io/api/v1/kyc/bvn?bvn=${numbers.BVN}&nin=${numbers.NIN}`, key });
  expect(written.join("")).toContain("oops");
  expect(written.join("")).not.toMatch(/22345678901|70123456789|1T1eSavlZxy/);
});

/** Whoever traces calls listens here: Node tells it every address that is asked. */
test("nobody traces the calls: no library listens to them", async () => {
  const { baseUrl } = await scriptedDojah({});
  const bureau = dojahBureau({ appId: "app", key, baseUrl, tellsBvn: false });
  await bureau.nameEnquiry({ bankCode: "058", accountNumber: numbers.NUBAN });
  await import("@/lib/edge/jobs/inngest-functions");
  for (const name of ["undici:request:create", "undici:request:headers", "http.client.request.start"]) {
    expect([name, channel(name).hasSubscribers]).toEqual([name, false]);
  }
});

test("one slow register is left alone for a minute, and whoever waits learns so at once; others are asked", async () => {
  const { baseUrl, asked } = await scriptedDojah({ "/api/v1/kyc/bvn/full": { never: true } });
  const bureauThatWaits = (within: number) => {
    const access = { appId: "app", key, baseUrl, within, tellsBvn: true };
    vi.spyOn(settings, "identityBureau").mockReturnValue(access);
    return identityProvider("live");
  };
  const bureau = bureauThatWaits(60);
  await expect(bureau.findPerson("BVN", numbers.BVN)).rejects.toThrow("Dojah did not answer: NO_ANSWER");
  await expect(bureau.findPerson("BVN", numbers.BVN)).rejects.toThrow("Dojah did not answer: NOT_ASKED");
  expect(asked).toHaveLength(1);
  const claim = { firstName: "Ada", lastName: "Obi", dateOfBirth: "1985-04-12", identityNumber: numbers.NIN };
  const verified = await bureauThatWaits(10_000).verify({ ...claim, identityType: "NIN" });
  expect(verified).toMatchObject({ silence: "UNCLEAR" });
  expect(asked).toHaveLength(2);
});
