import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import type { Writer } from "@/lib/terms/drafts/schema";
import { json, openShell, problem, sessionAt } from "@/test/journey-shell";
import { draftPause } from "./drafts";

/** A page that was loaded again while what was typed in it was under way. */
let opened: ReturnType<typeof openShell>;
const business = { step: "business-info", item: null } as const;
const began = { website: "h", businessName: "Ada" };
const first = { ...business, values: began, revision: 1, changedAt: "2026-11-21T12:00:00.000Z" };
const fill = vi.fn<(fields: object) => void>();
const drafts = () => opened.shell.actions.drafts;
const pause = () => vi.advanceTimersByTimeAsync(draftPause);
const sent = () =>
  opened.service.sent
    .filter(({ address }) => address.endsWith("/draft"))
    .map(({ body }) => JSON.parse(String(body)) as typeof first & { writer: Writer });

beforeEach(() => {
  vi.useFakeTimers();
  opened = openShell();
});
afterEach(() => {
  opened.shell.stop();
  vi.useRealTimers();
});

/** A form that shows what was typed before. */
async function shown(saved?: (session: KycSession) => object) {
  fill.mockReset();
  await opened.shown(sessionAt("business-info", { drafts: [first] }));
  drafts().open(business);
  drafts().show(business, { began, saved, fill });
}

test("it says what was typed in it, and as it is left sends that at once, beside what is under way", async () => {
  await shown();
  opened.service.on("PUT draft", () => new Promise(() => {}));
  drafts().keep(business, { ...began, website: "ht" });
  await pause();
  vi.advanceTimersByTime(2_000);
  drafts().keep(business, { ...began, website: "htt" });
  opened.framed.window.dispatchEvent(new Event("pagehide"));
  opened.framed.document.visibilityState = "hidden";
  opened.framed.document.dispatchEvent(new Event("visibilitychange"));
  await opened.settled();
  expect(sent()).toMatchObject([
    { values: { website: "ht" }, revision: 1, writer: { sequence: 1, typed: ["website"], left: false } },
    { values: { website: "htt" }, revision: 1, writer: { sequence: 2, typed: ["website"], left: true } },
  ]);
  expect(sent()[1]?.writer.openFor).toBeGreaterThanOrEqual(2);
});

/** The service joins what comes with what came late. */
const joining = (late: object) => {
  let revision = 2;
  opened.service.on("PUT draft", ({ body }) => {
    const { values, ...given } = JSON.parse(`${body}`);
    const { typed } = given.writer;
    const stay = Object.entries(late).filter(([name]) => !typed.includes(name));
    revision += 1;
    return json({ ...given, revision, values: { ...values, ...Object.fromEntries(stay) } });
  });
};

test("what comes late is shown before it is saved, and is part of what is sent from then on", async () => {
  await shown();
  joining({ website: "ht" });
  expect(await drafts().settle(business, began)).toBe(false);
  expect(fill.mock.calls).toEqual([[{ website: "ht" }]]);
  expect([drafts().isLate("business-info"), drafts().inConflict("business-info")]).toEqual([true, false]);
  expect(drafts().typedHere(business)).toEqual({ ...began, website: "ht" });
  expect(await drafts().settle(business, { ...began, website: "ht" })).toBe(true);
  expect(drafts().isLate("business-info")).toBe(false);
});

test("except where something else has been typed meanwhile", async () => {
  await shown();
  joining({ website: "ht" });
  drafts().keep(business, { ...began, businessName: "Ada F" });
  const sending = pause();
  drafts().keep(business, { ...began, website: "mine", businessName: "Ada F" });
  await sending;
  await pause();
  expect(fill).not.toHaveBeenCalled();
  expect(sent().at(-1)?.values).toEqual({ website: "mine", businessName: "Ada F" });
});

test.each([
  ["was saved as it is shown", began, true],
  ["was saved otherwise", { ...began, businessName: "Theirs" }, false],
])("a step that %s", async (_, saved, isOwn) => {
  await shown(({ business: { values } }) => values);
  const cleared = { ...first, values: null, revision: 2 };
  const changed = sessionAt("business-info", {
    drafts: [cleared],
    business: { values: saved, prefilled: [] },
    now: "2026-11-21T12:00:01.000Z",
    revisions: { businessInfo: 2, directors: 0 },
  });
  opened.service.on("GET session", () => json(changed));
  opened.service.on("PUT draft", ({ body }) => {
    const given = JSON.parse(`${body}`);
    return given.revision === 2 ? json({ ...given, revision: 3 }) : problem(409, "DRAFT_CONFLICT");
  });
  expect(await drafts().settle(business, { ...began, website: "ht" })).toBe(isOwn);
  expect(drafts().seen("business-info")?.revisions.businessInfo).toBe(isOwn ? 2 : undefined);
});
