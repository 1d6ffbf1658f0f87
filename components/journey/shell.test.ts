import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { channel, type JourneyStep } from "@/lib/surfaces/journey/protocol";
import type { EmbedSession, LoanStage } from "@/lib/surfaces/journey/schema";
import { hostOrigin, json, openShell, problem, sessionAt, tokenOf } from "@/test/journey-shell";
import { initPatience } from "./shell";

let opened: ReturnType<typeof openShell>;

beforeEach(() => {
  vi.useFakeTimers();
  opened = openShell();
});
afterEach(() => {
  opened.shell.stop();
  vi.useRealTimers();
});

/** Loans in these stages, oldest first: `loan_1` and on; what the newest is about is what the session is about. */
function withLoans(...stages: LoanStage[]): Pick<EmbedSession, "loans" | "loanId"> {
  const loans = stages.map((stage, i) => ({
    loanId: `loan_${i + 1}`,
    reference: `LN-${i + 1}`,
    status: "APPROVED" as const,
    stage,
    principalAmount: 100_000,
    approvedAt: "2026-11-20T12:00:00.000Z",
    owedToMerchant: 0,
  }));
  return { loans: loans.reverse(), loanId: loans[0]?.loanId ?? null };
}

describe("opening", () => {
  test("init, the session, ready, and no step-change for the first step", async () => {
    expect(opened.shell.state().phase).toBe("waiting");
    opened.service.on("GET session", () => json(sessionAt("documents")));
    opened.framed.say({ type: "init", token: tokenOf(), theme: { primary: "#123456" }, refresh: false });
    expect(opened.shell.state()).toMatchObject({ phase: "loading", theme: { primary: "#123456" } });
    await opened.settled();
    expect(opened.shell.state()).toMatchObject({ phase: "shown", step: "documents", item: null });
    expect(opened.framed.told).toEqual([{ message: { channel, type: "ready" }, origin: hostOrigin }]);
  });

  test("at the payment that the frame's address names, if that loan can be paid", async () => {
    const loans = withLoans("running", "running", "offer");
    const session = { ...sessionAt("offer"), ...loans, open: ["status", "offer", "done"] as JourneyStep[] };
    opened.framed.window.location.hash = "#pay=loan_1";
    opened.service.on("GET session", () => json(session));
    opened.init();
    await opened.settled();
    expect(opened.shell.state()).toMatchObject({ step: "done", item: "loan_1", pays: "loan_1" });
    for (const hash of ["#pay=loan_3", "#pay=loan_9", "#pay=", "#loan_1", ""]) {
      opened.shell.stop();
      opened = openShell();
      opened.framed.window.location.hash = hash;
      await opened.shown(session);
      expect(opened.shell.state(), hash).toMatchObject({ step: "offer", item: null, pays: null });
    }
  });

  test("at the payment of a loan that was written off", async () => {
    const loans = withLoans("ended").loans.map((loan) => ({ ...loan, status: "WRITTEN_OFF" as const }));
    opened.framed.window.location.hash = "#pay=loan_1";
    await opened.shown({ ...sessionAt("done"), loans, open: ["funding", "done"] });
    expect(opened.shell.state()).toMatchObject({ step: "done", item: "loan_1", pays: "loan_1" });
  });

  test("a page that is not in a frame says so", () => {
    const alone = new EventTarget();
    const itself = Object.assign(alone, {
      parent: alone,
      document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    });
    opened.shell.stop();
    opened.shell.start(itself as never);
    expect(opened.shell.state().phase).toBe("alone");
  });

  test("a host that says nothing, and one that does so late", async () => {
    vi.advanceTimersByTime(initPatience);
    expect(opened.shell.state().phase).toBe("unanswered");
    await opened.shown(sessionAt("review"));
  });

  test.each([
    ["no answer", () => null, "NETWORK"],
    ["too fast", () => problem(429, "RATE_LIMITED"), "RATE_LIMITED"],
    ["a fault of ours", () => problem(500, "INTERNAL_ERROR"), "INTERNAL"],
    ["expired already", () => problem(401, "TOKEN_EXPIRED"), "TOKEN_EXPIRED"],
    ["not genuine", () => problem(401, "UNAUTHENTICATED"), "TOKEN_INVALID"],
    ["not live", () => problem(403, "MARKETPLACE_NOT_LIVE"), "TOKEN_INVALID"],
  ])("%s: said once, and the next try is as good as the first", async (_, answer, code) => {
    opened.service.on("GET session", answer);
    opened.init();
    await opened.settled();
    expect(opened.shell.state().phase).toBe("failed");
    expect(opened.said()).toEqual([{ channel, type: "error", code, message: expect.stringMatching(/\w/) }]);

    opened.service.on("GET session", () => json(sessionAt("offer")));
    opened.shell.retry();
    await opened.settled();
    expect(opened.shell.state()).toMatchObject({ phase: "shown", failure: null });
    expect(opened.said().at(-1)).toEqual({ channel, type: "ready" });
  });

  test("a token for another page is reported to the host, and a valid one still opens the journey", async () => {
    opened.init(tokenOf({ environment: "live" }));
    expect(opened.shell.state().phase).toBe("failed");
    expect(opened.said()).toEqual([expect.objectContaining({ code: "TOKEN_INVALID" })]);
    expect(opened.service.sent).toEqual([]);
    await opened.shown(sessionAt("review"));
  });

  test("a token that expires on the way is renewed; the session is read for it once", async () => {
    opened.service.on("GET session", ({ headers }) =>
      headers.authorization === `Bearer ${fresh}` ? json(sessionAt("review")) : problem(401, "TOKEN_EXPIRED"),
    );
    const fresh = tokenOf();
    opened.init(tokenOf(), true);
    await opened.settled();
    expect(opened.said()).toEqual([{ channel, type: "token-request" }]);
    opened.framed.say({ type: "token", token: fresh });
    await opened.settled();
    expect(opened.shell.state().phase).toBe("shown");
    expect(opened.looks()).toBe(2);
  });
});

test("of two inits the later one counts, in whatever order they are answered", async () => {
  const waiting: ((answer: ReturnType<typeof json>) => void)[] = [];
  opened.service.on("GET session", () => new Promise((resolve) => void waiting.push(resolve)));
  opened.init();
  opened.init();
  await opened.settled();
  waiting[1]?.(json(sessionAt("offer")));
  await opened.settled();
  waiting[0]?.(json(sessionAt("review")));
  await opened.settled();
  expect(opened.shell.state()).toMatchObject({ phase: "shown", step: "offer", ended: null });
  expect(opened.said()).toEqual([{ channel, type: "ready" }]);
});

describe("steps", () => {
  test("each change is reported once, and its item goes to the step alone", async () => {
    await opened.shown(sessionAt("review"));
    opened.go("directors", "dir_1");
    expect(opened.shell.state()).toMatchObject({ step: "directors", item: "dir_1" });
    opened.go("directors");
    expect(opened.shell.state().item).toBeNull();
    opened.go("documents");
    opened.shell.actions.completed();
    opened.shell.resized(512);
    opened.shell.broken();
    expect(opened.said().slice(1)).toEqual([
      { channel, type: "step-change", step: "directors" },
      { channel, type: "step-change", step: "documents" },
      { channel, type: "completed", merchantId: "mer_one" },
      { channel, type: "resize", height: 512 },
      { channel, type: "error", code: "INTERNAL", message: expect.any(String) },
    ]);
  });

  test.each<JourneyStep>(["business-info", "documents", "status", "funding", "offer", "payout-account", "done"])(
    "on %s, a session at a later step moves nobody on",
    async (step) => {
      await opened.shown(sessionAt(step));
      opened.shell.actions.update(sessionAt(step === "done" ? "status" : "done"));
      expect(opened.shell.state().step).toBe(step);
      expect(opened.said()).toHaveLength(1);
    },
  );

  test("one that was left while it was busy does not fetch the merchant back", async () => {
    await opened.shown(sessionAt("business-info"));
    const { showing } = opened.shell.state();
    opened.go("documents");
    opened.shell.goFrom(showing, "directors");
    expect(opened.shell.state().step).toBe("documents");
    opened.go("business-info");
    opened.shell.goFrom(showing, "directors");
    expect(opened.shell.state().step).toBe("business-info");
  });

  test("the mandate agreed to at the bank is noticed", async () => {
    await opened.shown(sessionAt("mandate", { refreshAfterSeconds: 2, ...withLoans("mandate") }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened.shell.state().step).toBe("mandate");
    opened.service.on("GET session", () =>
      json(sessionAt("done", { refreshAfterSeconds: 30, ...withLoans("paying-out") })),
    );
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened.shell.state()).toMatchObject({ step: "done", item: "loan_1" });
    expect(opened.said().at(-1)).toEqual({ channel, type: "step-change", step: "done" });
  });

  test("an offer that comes during the mandate step moves nobody on", async () => {
    await opened.shown(sessionAt("mandate", withLoans("mandate")));
    opened.shell.actions.update(sessionAt("offer", withLoans("mandate", "offer")));
    expect(opened.shell.state()).toMatchObject({ step: "mandate", session: { step: "offer" } });
    opened.shell.actions.update(sessionAt("offer", withLoans("paying-out", "offer")));
    expect(opened.shell.state()).toMatchObject({ step: "done", item: "loan_1" });
  });

  test("of two loans the one that is shown counts", async () => {
    await opened.shown(sessionAt("mandate", withLoans("mandate", "mandate")));
    opened.go("mandate", "loan_1");
    opened.shell.actions.update(sessionAt("mandate", withLoans("mandate", "paying-out")));
    expect(opened.shell.state().step).toBe("mandate");
    opened.shell.actions.update(sessionAt("done", withLoans("running", "paying-out")));
    expect(opened.shell.state()).toMatchObject({ step: "done", item: "loan_1" });
  });
});

test("once stopped, nothing is received and nothing requested", async () => {
  await opened.shown(sessionAt("status", { refreshAfterSeconds: 2 }));
  opened.shell.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  opened.framed.window.dispatchEvent(new Event("focus"));
  opened.init();
  await opened.settled();
  expect(opened.looks()).toBe(1);
  // As React does to a component in development: stopped and started, it goes on.
  opened.shell.start(opened.framed.window);
  await vi.advanceTimersByTimeAsync(2000);
  expect(opened.looks()).toBe(2);
});
