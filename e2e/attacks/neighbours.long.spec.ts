import { randomUUID } from "node:crypto";
import { anyAddress, api } from "@/e2e/client";
import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { askRaw, type RawAnswer } from "@/e2e/raw-answer";
import { type SecondServer, startSecondServer } from "@/e2e/second-server";

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

test("a flood of advances: the line has an end, and each that was accepted moves the clock", async ({
  marketplace,
}) => {
  const { client } = marketplace;
  const advance = () => client.call("POST", `${api}/test-helpers/clock/advance`, { body: { seconds: 1 } });
  const answers = await Promise.all(times(80, advance));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, json, headers } of refused) {
    expect([status, json.code]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await advance()).json.aheadSeconds).toBe(answers.length - refused.length + 1);
});

test.describe("pages", () => {
  const allowance = { address: 30, session: 20 };
  let server: SecondServer;
  test.describe.configure({ mode: "default" });
  test.beforeAll(async ({ baseURL }) => {
    const env = { JOBS: "off", RATE_PAGES: `${allowance.address}`, RATE_SESSION_PAGES: `${allowance.session}` };
    server = await startSecondServer({ dataDir: sharedDataDir(), baseUrl: baseURL ?? "", env });
  });
  test.afterAll(() => server?.stop());

  const open = (target: string, headers: Record<string, string>) =>
    askRaw(server.address, { method: "GET", target, headers });
  const withStatus = (answers: readonly RawAnswer[], wanted: number) =>
    answers.filter(({ status }) => status === wanted);
  const minute = () => Math.floor(Date.now() / 60_000);

  /** Asks so often at once that an allowance is exceeded, within one minute of it; else as somebody else once more. */
  async function crowd(count: number, somebody: () => () => Promise<RawAnswer>): Promise<RawAnswer[]> {
    for (;;) {
      const [begun, ask] = [minute(), somebody()];
      const answers = await Promise.all(times(count, ask));
      if (minute() === begun) return answers;
    }
  }

  test("an address has its allowance, beyond which it is told when to come again; others are served", async () => {
    let greedy = anyAddress();
    const answers = await crowd(40, () => {
      greedy = anyAddress();
      return () => open("/account/login", greedy);
    });
    const refused = withStatus(answers, 429);
    expect([withStatus(answers, 200).length, refused.length]).toEqual([allowance.address, 10]);
    for (const { headers, body } of refused) {
      expect(Object.fromEntries(headers)).toMatchObject({ "content-type": "text/html; charset=utf-8" });
      expect(Number(Object.fromEntries(headers)["retry-after"])).toBeGreaterThan(0);
      expect(body.toString()).toContain("load the page again");
    }
    expect((await open("/account/login", anyAddress())).status).toBe(200);
    // Neither files nor the API are pages.
    for (const target of ["/docs/errors", "/icon.svg", "/api/ping"]) {
      expect([target, (await open(target, greedy)).status]).toEqual([target, 200]);
    }
  });

  test("so has a session, wherever it is used; others are served", async () => {
    const somebody = () => {
      const cookie = `financing.marketplace=${randomUUID()}`;
      return () => open("/dashboard/login", { ...anyAddress(), cookie });
    };
    const answers = await crowd(25, somebody);
    expect([withStatus(answers, 200).length, withStatus(answers, 429).length]).toEqual([allowance.session, 5]);
    expect((await somebody()()).status).toBe(200);
  });

  test("so many may wait for a seat; the rest is told to come again, and others are served meanwhile", async ({
    baseURL,
  }) => {
    // Where the allowance is the usual one.
    const openThere = (headers: Record<string, string>, target = "/account/login") =>
      askRaw(baseURL ?? "", { method: "GET", target, headers });
    const greedy = { ...anyAddress(), cookie: "financing.session=greedy" };
    // Where the server itself makes pages (FAST_LANE=off), it makes some before it has heard of all.
    const asked = times(400, () => openThere(greedy));
    expect((await openThere(anyAddress())).status).toBe(200);
    expect((await openThere(greedy, "/api/ping")).status).toBe(200);
    const answers = await Promise.all(asked);
    const [made, refused] = [withStatus(answers, 200), withStatus(answers, 503)];
    // Three have a seat and sixty wait; a few more come in as others leave.
    expect(made.length).toBeGreaterThanOrEqual(63);
    expect(refused.length).toBe(asked.length - made.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(Object.fromEntries(headers)["retry-after"]).toBe("3");
  });
});
