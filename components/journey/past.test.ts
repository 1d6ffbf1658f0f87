import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type JourneyStep, journeySteps } from "@/lib/surfaces/journey/protocol";
import { openShell, sessionAt } from "@/test/journey-shell";

let opened: ReturnType<typeof openShell>;

beforeEach(() => {
  vi.useFakeTimers();
  opened = openShell();
});
afterEach(() => {
  opened.shell.stop();
  vi.useRealTimers();
});

const kycSteps = journeySteps.slice(0, 4);
const history = () => opened.framed.history;
const shown = () => {
  const { step, item } = opened.shell.state();
  return item === null ? step : `${step} ${item}`;
};

async function back() {
  history().back();
  await opened.settled();
}

async function begin(step: JourneyStep, open: JourneyStep[] = kycSteps) {
  await opened.shown(sessionAt(step, { open }));
}

describe("the Back button", () => {
  test("goes one step back inside the journey, and forward again; the host hears of each step", async () => {
    await begin("business-info");
    opened.go("directors");
    opened.go("documents");
    await back();
    expect(shown()).toBe("directors");
    await back();
    expect(shown()).toBe("business-info");
    history().forward();
    await opened.settled();
    expect(shown()).toBe("directors");
    const steps = opened.said().map((message) => (message as { step?: string }).step);
    expect(steps.slice(1)).toEqual(["directors", "documents", "directors", "business-info", "directors"]);
    expect(history().left).toBe(0);
  });

  test("at the first step leaves the journey, as anywhere", async () => {
    await begin("business-info");
    await back();
    expect(history().left).toBe(1);
  });

  test("closes what was opened within a step, as its own button does", async () => {
    await begin("directors");
    opened.go("directors", "new");
    expect(shown()).toBe("directors new");
    await back();
    expect(shown()).toBe("directors");
    opened.go("directors", "new");
    opened.shell.closeFrom(opened.shell.state().showing);
    await opened.settled();
    expect(shown()).toBe("directors");
    await back();
    expect(history().left).toBe(1);
  });

  test("is meant once by a double tap on what closes", async () => {
    await begin("business-info");
    opened.go("directors");
    opened.go("directors", "new");
    const { showing } = opened.shell.state();
    opened.shell.closeFrom(showing);
    opened.shell.closeFrom(showing);
    await opened.settled();
    expect(shown()).toBe("directors");
    opened.go("directors", "new");
    opened.shell.closeFrom(opened.shell.state().showing);
    await opened.settled();
    expect(shown()).toBe("directors");
  });

  test("what was opened from another step closes in its place: Back then leads to that step", async () => {
    await begin("review");
    opened.go("directors", "dir_1");
    opened.shell.closeFrom(opened.shell.state().showing);
    await opened.settled();
    expect(shown()).toBe("directors");
    await back();
    expect(shown()).toBe("review");
  });

  test("does not fetch back whoever is elsewhere by the time something closes", async () => {
    await begin("directors");
    opened.go("directors", "new");
    const { showing } = opened.shell.state();
    opened.go("documents");
    opened.shell.closeFrom(showing);
    await opened.settled();
    expect(shown()).toBe("documents");
  });

  test("does not lead to what has been sent: the journey never runs backwards", async () => {
    await begin("business-info");
    for (const step of ["directors", "documents", "review"] as const) opened.go(step);
    opened.shell.actions.update(sessionAt("status", { open: ["status", "funding"] }));
    opened.go("status");
    expect(history().length).toBe(4);
    await back();
    expect(shown()).toBe("status");
    opened.go("funding");
    await back();
    expect(shown()).toBe("status");
    await back();
    expect(history().left).toBe(1);
  });

  test("skips a step in between that is no longer open", async () => {
    await begin("status", ["status", "funding", "offer"]);
    opened.go("funding");
    opened.go("offer");
    opened.shell.actions.update(sessionAt("payout-account", { open: ["status", "payout-account"] }));
    opened.go("payout-account");
    await back();
    expect(shown()).toBe("status");
  });

  test("drops what a step was about to do", async () => {
    await begin("business-info");
    opened.go("directors");
    const { showing } = opened.shell.state();
    await back();
    opened.shell.goFrom(showing, "documents");
    expect(shown()).toBe("business-info");
  });
});

test("showing the same thing again adds no entry", async () => {
  await begin("directors");
  opened.go("directors", "dir_1");
  opened.go("directors", "dir_1");
  expect(history().length).toBe(2);
});

test("nothing that was typed, and nobody's name, is in an entry", async () => {
  await begin("directors");
  opened.go("directors", "dir_1");
  expect(history().state).toEqual({ journey: { step: "directors", item: "dir_1", depth: 1, within: true } });
});

test("a page that was loaded again keeps its place among the entries", async () => {
  history().pushState({ journey: { step: "directors", item: null, depth: 1, within: false } });
  opened.shell.stop();
  opened.shell.start(opened.framed.window);
  await begin("documents");
  expect(history().state).toMatchObject({ journey: { step: "documents", depth: 1 } });
});
