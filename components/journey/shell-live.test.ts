import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { channel } from "@/lib/surfaces/journey/protocol";
import { json, openShell, problem, sessionAt, tokenOf } from "@/test/journey-shell";

let opened: ReturnType<typeof openShell>;

beforeEach(() => {
  vi.useFakeTimers();
  opened = openShell();
});
afterEach(() => {
  opened.shell.stop();
  vi.useRealTimers();
});

describe("reading the session again", () => {
  test("as often as the session says, and not when it says nothing", async () => {
    await opened.shown(sessionAt("status", { refreshAfterSeconds: 15 }));
    await vi.advanceTimersByTimeAsync(14_000);
    expect(opened.looks()).toBe(1);
    opened.service.on("GET session", () => json(sessionAt("status")));
    await vi.advanceTimersByTimeAsync(1000);
    expect(opened.looks()).toBe(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened.looks()).toBe(2);
  });

  test("not while the page is hidden, and at once when it is visible again", async () => {
    await opened.shown(sessionAt("status", { refreshAfterSeconds: 2 }));
    opened.framed.document.visibilityState = "hidden";
    opened.framed.document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(600_000);
    // The one that was due already; nothing after it.
    expect(opened.looks()).toBe(2);
    opened.framed.document.visibilityState = "visible";
    opened.framed.document.dispatchEvent(new Event("visibilitychange"));
    await opened.settled();
    expect(opened.looks()).toBe(3);
    opened.framed.window.dispatchEvent(new Event("focus"));
    await opened.settled();
    expect(opened.looks()).toBe(4);
  });

  test("ever less often while there is no answer, and as before when there is one", async () => {
    await opened.shown(sessionAt("status", { refreshAfterSeconds: 2 }));
    opened.service.on("GET session", () => null);
    await vi.advanceTimersByTimeAsync(2000);
    await vi.advanceTimersByTimeAsync(3000);
    expect(opened.looks()).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(opened.looks()).toBe(3);
    expect(opened.shell.state()).toMatchObject({ phase: "shown", ended: null });
    opened.service.on("GET session", () => json(sessionAt("status", { refreshAfterSeconds: 2 })));
    await vi.advanceTimersByTimeAsync(8000);
    expect(opened.looks()).toBe(4);
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened.looks()).toBe(5);
    expect(opened.said()).toHaveLength(1);
  });

  test("an answer that was overtaken by what a step did is not shown", async () => {
    await opened.shown(sessionAt("review"));
    const waiting: ((answer: ReturnType<typeof json>) => void)[] = [];
    opened.service.on("GET session", () => new Promise((resolve) => void waiting.push(resolve)));
    const looking = opened.shell.actions.refresh();
    await opened.settled();
    const saved = sessionAt("status");
    opened.shell.actions.update(saved);
    waiting[0]?.(json(sessionAt("review")));
    await looking;
    expect(opened.shell.state().session).toBe(saved);
  });

  test("nor is one to something done before, however late it comes: the session is read instead", async () => {
    await opened.shown(sessionAt("documents", { now: "2026-11-21T12:00:00.000Z" }));
    opened.shell.actions.update(sessionAt("documents", { now: "2026-11-21T12:00:02.000Z" }));
    const newest = sessionAt("documents", { now: "2026-11-21T12:00:03.000Z" });
    opened.service.on("GET session", () => json(newest));
    opened.shell.actions.update(sessionAt("documents", { now: "2026-11-21T12:00:01.000Z" }));
    expect(opened.shell.state().session?.now).toBe("2026-11-21T12:00:02.000Z");
    await opened.settled();
    expect(opened.shell.state().session).toEqual(newest);
  });

  test("of two answers the one requested later stays, in whatever order they come", async () => {
    await opened.shown(sessionAt("review"));
    const waiting: ((answer: ReturnType<typeof json>) => void)[] = [];
    opened.service.on("GET session", () => new Promise((resolve) => void waiting.push(resolve)));
    const both = [opened.shell.actions.refresh(), opened.shell.actions.refresh()];
    await opened.settled();
    waiting[1]?.(json(sessionAt("funding")));
    await opened.settled();
    waiting[0]?.(json(sessionAt("status")));
    await Promise.all(both);
    expect(opened.shell.state().session?.step).toBe("funding");
  });

  test.each(["OFFER_EXPIRED", "OFFER_WITHDRAWN"])("when %s says that the session is not what it was", async (code) => {
    await opened.shown(sessionAt("offer"));
    opened.service.on("POST loans/loan_1/accept", () => problem(409, code));
    opened.service.on("GET session", () => json(sessionAt("funding")));
    expect(await opened.shell.actions.call("POST", "loans/loan_1/accept", {})).toMatchObject({ code });
    await opened.settled();
    expect(opened.shell.state()).toMatchObject({ step: "offer", session: { step: "funding" } });
  });
});

describe("a token that becomes useless under the merchant's hands", () => {
  async function ended(code: "TOKEN_EXPIRED" | "UNAUTHENTICATED" = "TOKEN_EXPIRED") {
    await opened.shown(sessionAt("business-info", { refreshAfterSeconds: 2 }));
    opened.service.on("GET session", () => problem(401, code));
    opened.service.on("PUT business-info", () => problem(401, code));
    await opened.shell.actions.call("PUT", "business-info", {});
    expect(opened.shell.state()).toMatchObject({
      phase: "shown",
      step: "business-info",
      ended: { refused: expect.any(String) },
    });
  }

  test.each([
    ["TOKEN_EXPIRED", "TOKEN_EXPIRED"],
    ["UNAUTHENTICATED", "TOKEN_INVALID"],
  ] as const)("%s: the host hears of it once, the step stays, nothing is asked any more", async (answer, code) => {
    await ended(answer);
    await opened.shell.actions.call("PUT", "business-info", {});
    await vi.advanceTimersByTimeAsync(600_000);
    opened.framed.window.dispatchEvent(new Event("focus"));
    await opened.settled();
    expect(opened.said().slice(1)).toEqual([expect.objectContaining({ type: "error", code })]);
    expect(opened.looks()).toBe(1);
  });

  test("found when the journey reads the session by itself, it is not asked for again", async () => {
    await opened.shown(sessionAt("status", { refreshAfterSeconds: 2 }));
    opened.service.on("GET session", () => problem(401, "TOKEN_EXPIRED"));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened.shell.state().ended).not.toBeNull();
    expect(opened.looks()).toBe(2);
  });

  test("a fresh one is refused too: one try, one error, and a button for another", async () => {
    await opened.shown(sessionAt("business-info", { refreshAfterSeconds: 2 }), true);
    const working = (answer: () => ReturnType<typeof json>) => {
      for (const operation of ["GET session", "PUT business-info", "PUT draft"]) opened.service.on(operation, answer);
    };
    working(() => problem(401, "TOKEN_EXPIRED"));
    const { parent } = opened.framed;
    const { postMessage } = parent;
    parent.postMessage = (message, origin) => {
      postMessage(message, origin);
      const { type } = message as { type: string };
      if (type === "token-request") setTimeout(() => opened.framed.say({ type: "token", token: tokenOf() }), 130);
    };
    const save = () => opened.shell.actions.call("PUT", "business-info", {});
    const asked = () => opened.said().filter((message) => JSON.stringify(message).includes("token-request")).length;
    const before = opened.service.sent.length;
    for (let i = 0; i < 20; i++) {
      void save();
      opened.framed.window.dispatchEvent(new Event("focus"));
      await vi.advanceTimersByTimeAsync(i < 10 ? 100 : 60_000);
    }
    expect(asked()).toBe(1);
    expect(opened.service.sent.length - before).toBeLessThan(40);
    expect(opened.shell.state()).toMatchObject({ ended: { code: "TOKEN_EXPIRED" }, renewable: true });
    expect(opened.said().filter((message) => JSON.stringify(message).includes('"error"'))).toHaveLength(1);
    opened.shell.retry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(2);
    expect(opened.said()).toContainEqual({ channel, type: "token-request", again: true });
    expect(opened.shell.state().ended).not.toBeNull();
    working(() => json(sessionAt("directors")));
    opened.shell.retry();
    await opened.settled();
    expect(opened.shell.state()).toMatchObject({ ended: null, session: { step: "directors" } });
  });

  test("another one from the host, and it goes on where it was", async () => {
    await ended();
    opened.service.on("GET session", () => json(sessionAt("directors")));
    opened.init();
    await opened.settled();
    expect(opened.shell.state()).toMatchObject({ ended: null, step: "business-info", session: { step: "directors" } });
    expect(opened.said().filter((message) => JSON.stringify(message).includes("ready"))).toHaveLength(1);
  });

  test("another merchant's token is refused: what is typed is not theirs", async () => {
    await opened.shown(sessionAt("business-info"), true);
    opened.service.on("PUT business-info", () => problem(401, "TOKEN_EXPIRED"));
    const saving = opened.shell.actions.call("PUT", "business-info", {});
    await opened.settled();
    opened.framed.say({ type: "token", token: tokenOf({ sub: "mer_two" }) });
    expect(await saving).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect(opened.said().slice(1)).toEqual([
      { channel, type: "token-request" },
      expect.objectContaining({ type: "error", code: "TOKEN_INVALID" }),
    ]);
    expect(opened.shell.state().ended).not.toBeNull();
  });
});
