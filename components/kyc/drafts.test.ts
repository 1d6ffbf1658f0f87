import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { json, openShell, problem, sessionAt } from "@/test/journey-shell";
import { draftPause, type Place } from "./drafts";

let opened: ReturnType<typeof openShell>;
/** The drafts as the service has them. */
let kept: KycSession["drafts"];
/** The drafts that were sent, in order. */
const sent = () =>
  opened.service.sent
    .filter(({ address }) => address.endsWith("/draft"))
    .map(({ body }) => JSON.parse(String(body)) as Pick<Kept, "step" | "item" | "values" | "revision">);

type Kept = KycSession["drafts"][number];

const business: Place = { step: "business-info", item: null };
const added: Place = { step: "directors", item: "new" };
const drafts = () => opened.shell.actions.drafts;

beforeEach(async () => {
  vi.useFakeTimers();
  opened = openShell();
  kept = [];
  opened.service.on("PUT draft", ({ body }) => {
    const given = JSON.parse(String(body));
    const before = kept.find(({ step }) => step === given.step);
    if (given.revision !== (before?.revision ?? 0)) return problem(409, "DRAFT_CONFLICT");
    return json(store(given));
  });
});
afterEach(() => {
  opened.shell.stop();
  vi.useRealTimers();
});

/** Stores a draft, whoever sends it. */
function store({ step, item = null, values }: Partial<Kept> & Pick<Kept, "step" | "values">): Kept {
  const revision = (kept.find((one) => one.step === step)?.revision ?? 0) + 1;
  const draft = { step, item, values, revision, changedAt: "2026-11-21T12:00:00.000Z" };
  kept = [...kept.filter((one) => one.step !== step), draft];
  return draft;
}

async function open() {
  await opened.shown(sessionAt("business-info", { drafts: kept }));
  opened.service.on("GET session", () => json(sessionAt("business-info", { drafts: kept })));
}

const pause = () => vi.advanceTimersByTimeAsync(draftPause);

describe("what is typed", () => {
  test("is sent after a pause, once, and then with the revision that it got", async () => {
    await open();
    expect(drafts().open(business)).toBeNull();
    for (const website of ["h", "ht", "htt"]) drafts().keep(business, { website });
    expect(sent()).toEqual([]);
    await pause();
    expect(sent()).toMatchObject([{ ...business, values: { website: "htt" }, revision: 0 }]);
    drafts().keep(business, { website: "http" });
    await pause();
    expect(sent().at(-1)).toMatchObject({ ...business, values: { website: "http" }, revision: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent()).toHaveLength(2);
  });

  test("is shown again where it was typed on another device, and only there", async () => {
    store({ ...added, values: { firstName: "Amaka" } });
    await open();
    expect(drafts().open(added)).toEqual({ firstName: "Amaka" });
    expect(drafts().has(added)).toBe(true);
    expect(drafts().open({ step: "directors", item: "dir_1" })).toBeNull();
    expect(drafts().open(business)).toBeNull();
  });

  test("is still there after Back, also what the service does not keep", async () => {
    await open();
    drafts().keep(added, { firstName: "Amaka", identityNumber: "22145678903" });
    expect(drafts().open(added)).toEqual({ firstName: "Amaka", identityNumber: "22145678903" });
  });

  test("is sent at once when the page is hidden: it may be left for good", async () => {
    await open();
    drafts().keep(business, { website: "h" });
    opened.framed.document.visibilityState = "hidden";
    opened.framed.document.dispatchEvent(new Event("visibilitychange"));
    await opened.settled();
    expect(sent()).toHaveLength(1);
    expect(opened.service.sent.at(-1)).toMatchObject({ outlives: true });
  });

  test("is sent when the connection is back", async () => {
    await open();
    const answer = (of: Parameters<Parameters<typeof opened.service.on>[1]>[0]) =>
      json(store(JSON.parse(`${of.body}`)));
    opened.service.on("PUT draft", () => null);
    drafts().keep(business, { website: "h" });
    await pause();
    opened.service.on("PUT draft", answer);
    opened.framed.window.dispatchEvent(new Event("online"));
    await opened.settled();
    expect(kept).toMatchObject([{ values: { website: "h" } }]);
  });

  test("is not sent with a token that has ended, but with the next one", async () => {
    await open();
    opened.service.on("PUT business-info", () => problem(401, "TOKEN_EXPIRED"));
    await opened.shell.actions.call("PUT", "business-info", {});
    drafts().keep(business, { website: "h" });
    await pause();
    expect(sent()).toEqual([]);
    opened.init();
    await opened.settled();
    expect(sent()).toHaveLength(1);
  });

  test("is gone once it is saved or discarded", async () => {
    await open();
    drafts().keep(business, { website: "h" });
    expect(await drafts().settle(business, { website: "ht" })).toBe(true);
    store({ ...business, values: null });
    opened.shell.actions.update(sessionAt("directors", { drafts: kept }));
    drafts().saved(business);
    expect(drafts().open(business)).toBeNull();

    drafts().keep(business, { website: "http" });
    await pause();
    drafts().discard(business);
    expect(drafts().open(business)).toBeNull();
    await opened.settled();
    expect(drafts().open(business)).toBeNull();
    expect(kept).toMatchObject([{ values: null, revision: 4 }]);
    drafts().discard(business);
    await opened.settled();
    expect(sent()).toHaveLength(3);
  });
});

test("what was restored and is discarded does not come back before the service knows", async () => {
  store({ ...business, values: { website: "h" } });
  await open();
  expect(drafts().open(business)).toEqual({ website: "h" });
  drafts().discard(business);
  expect(drafts().open(business)).toBeNull();
});

describe("when an answer does not arrive", () => {
  const working = () =>
    opened.service.on("PUT draft", ({ body }) => {
      const given = JSON.parse(`${body}`);
      const before = kept.find(({ step }) => step === given.step)?.revision ?? 0;
      return given.revision === before ? json(store(given)) : problem(409, "DRAFT_CONFLICT");
    });

  test("a step that this page itself may have saved is no conflict", async () => {
    await open();
    expect(await drafts().settle(business, { website: "h" })).toBe(true);
    store({ ...business, values: null });
    drafts().unheard(business);
    expect(await drafts().settle(business, { website: "h" })).toBe(true);
  });

  test("but what another has sent meanwhile is", async () => {
    await open();
    opened.service.on("PUT draft", () => null);
    drafts().keep(business, { website: "h" });
    await pause();
    working();
    store({ ...business, values: { website: "theirs" } });
    expect(await drafts().settle(business, { website: "h" })).toBe(false);
  });

  test("typing while the step is being saved is none either", async () => {
    await open();
    expect(await drafts().settle(business, { website: "h" })).toBe(true);
    drafts().keep(business, { website: "ht" });
    store({ ...business, values: null });
    await pause();
    expect(drafts().inConflict("business-info")).toBe(true);
    opened.shell.actions.update(sessionAt("directors", { drafts: kept }));
    drafts().saved(business);
    expect(drafts().inConflict("business-info")).toBe(false);
    expect(await drafts().settle(business, { website: "h" })).toBe(true);
  });
});

test("a draft that was deleted for its age can be written anew", async () => {
  store({ ...business, values: { website: "h" } });
  await open();
  expect(drafts().open(business)).toEqual({ website: "h" });
  kept = [];
  expect(await drafts().settle(business, { website: "ht" })).toBe(true);
  expect(kept).toMatchObject([{ values: { website: "ht" }, revision: 1 }]);
});

describe("when it was changed elsewhere", () => {
  async function conflict() {
    await open();
    drafts().open(business);
    store({ ...business, values: { website: "theirs" } });
    drafts().keep(business, { website: "mine" });
    const told = vi.fn();
    drafts().subscribe(told);
    await pause();
    expect(told).toHaveBeenCalled();
    expect(drafts().inConflict("business-info")).toBe(true);
    expect(kept).toMatchObject([{ values: { website: "theirs" } }]);
  }

  test("nothing is overwritten, nor saved, until the merchant chooses", async () => {
    await conflict();
    drafts().keep(business, { website: "mine too" });
    await pause();
    expect(sent()).toHaveLength(1);
    expect(await drafts().settle(business, { website: "mine too" })).toBe(false);
    expect(sent()).toHaveLength(1);
  });

  test("who shows the choice is told of each key that is typed meanwhile", async () => {
    await conflict();
    const told = vi.fn();
    drafts().subscribe(told);
    drafts().keep(business, { website: "mine too" });
    expect(told).toHaveBeenCalledOnce();
    expect(drafts().typedHere(business)).toEqual({ website: "mine too" });
  });

  test("what was typed here can stay", async () => {
    await conflict();
    drafts().keepHere(business);
    await opened.settled();
    expect(drafts().inConflict("business-info")).toBe(false);
    expect(kept).toMatchObject([{ values: { website: "mine" }, revision: 2 }]);
    expect(await drafts().settle(business, { website: "mine" })).toBe(true);
  });

  test("or a mixture of both, also where the step was saved by somebody who types nowhere", async () => {
    await open();
    await drafts().settle(business, { website: "mine" });
    drafts().overtaken(business);
    expect(await drafts().settle(business, { website: "mine" })).toBe(false);
    drafts().keepHere(business, { ...drafts().typedHere(business), businessName: "theirs" });
    expect(drafts().open(business)).toEqual({ website: "mine", businessName: "theirs" });
    expect(await drafts().settle(business, { website: "mine", businessName: "theirs" })).toBe(true);
  });

  test("or what is there is shown", async () => {
    await conflict();
    drafts().takeThere(business);
    expect(drafts().open(business)).toEqual({ website: "theirs" });
    expect(await drafts().settle(business, { website: "theirs, edited" })).toBe(true);
  });

  test("or nothing of it, when it is discarded here", async () => {
    await conflict();
    drafts().discard(business);
    expect(drafts().inConflict("business-info")).toBe(false);
    expect(drafts().open(business)).toEqual({ website: "theirs" });
  });

  test("a tab that typed nothing learns of it before it saves, even if the other has saved all", async () => {
    await open();
    drafts().open(business);
    store({ ...business, values: null });
    opened.shell.actions.update(sessionAt("business-info", { drafts: kept, now: "2026-11-21T12:00:01.000Z" }));
    expect(await drafts().settle(business, { website: "old" })).toBe(false);
  });
});

test("who is being added is not in conflict with a list that was saved elsewhere meanwhile", async () => {
  await open();
  drafts().open(added);
  store({ step: "directors", values: null });
  expect(await drafts().settle(added, { firstName: "Amaka" })).toBe(true);
  expect(kept).toMatchObject([{ ...added, values: { firstName: "Amaka" }, revision: 2 }]);
  store({ ...added, values: { firstName: "Chidi" } });
  expect(await drafts().settle(added, { firstName: "Amaka" })).toBe(false);
});

test("what is typed for one director outlives a change of the list by the same page", async () => {
  await open();
  drafts().keep(added, { firstName: "Amaka" });
  await pause();
  store({ step: "directors", values: null });
  opened.shell.actions.update(sessionAt("directors", { drafts: kept, now: "2026-11-21T12:00:01.000Z" }));
  drafts().savedBeside("directors");
  await opened.settled();
  expect(kept).toMatchObject([{ ...added, values: { firstName: "Amaka" }, revision: 3 }]);
  expect(drafts().inConflict("directors")).toBe(false);
});
