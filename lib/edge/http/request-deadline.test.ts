import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { requireOutsideTransaction } from "@/db/client";
import { log } from "@/lib/kernel/log";
import { deadlines } from "@/lib/terms/deadlines";
import { call } from "@/test/call-route";
import { anyone } from "./auth";
import { startDeadline } from "./request-deadline";
import { route } from "./route";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.spyOn(log, "warn").mockReturnValue();
  vi.spyOn(log, "info").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const declared = {
  operationId: "test",
  summary: "Test",
  auth: anyone,
  rate: null,
  answers: { 200: { description: "Done", body: z.object({}) } },
};

test("a request whose work hangs is answered in time, and may be asked again", async () => {
  const hanging = route({ ...declared, respond: () => new Promise(() => {}) });
  const answer = call(hanging, { method: "GET" });
  await vi.advanceTimersByTimeAsync(deadlines.request - 1);
  expect(await Promise.race([answer, "none yet"])).toBe("none yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toMatchObject({ status: 503, json: { code: "SERVICE_UNAVAILABLE" } });
  expect((await answer).headers.get("retry-after")).toBe("5");
});

test("what comes too late is done no further: nobody waits for it", async () => {
  let goOn = () => {};
  const done: string[] = [];
  const late = route({
    ...declared,
    auth: {
      ...anyone,
      authenticate: async (...given: Parameters<typeof anyone.authenticate>) => {
        await new Promise<void>((resolve) => (goOn = resolve));
        return anyone.authenticate(...given);
      },
    },
    respond: async () => done.push("work"),
  });
  const answer = call(late, { method: "GET" });
  await vi.advanceTimersByTimeAsync(deadlines.request);
  expect(await answer).toMatchObject({ status: 503 });
  goOn();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual([]);
});

test("a verb that is late goes no further than the statement it is at, and what it leaves behind goes on", async () => {
  const steps: string[] = [];
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const step = (name: string) => {
    requireOutsideTransaction(name);
    steps.push(name);
  };
  const late = route({
    ...declared,
    respond: async () => {
      void pause(deadlines.request + 5_000).then(() => step("left behind"));
      step("in time");
      await pause(deadlines.request + 1);
      step("too late");
    },
  });
  const answer = call(late, { method: "GET" });
  await vi.advanceTimersByTimeAsync(deadlines.request + 10_000);
  expect(await answer).toMatchObject({ status: 503 });
  expect(steps).toEqual(["in time", "left behind"]);
});

test("the time that a sender takes is its own", async () => {
  const deadline = startDeadline(1_000);
  const passed = vi.fn();
  deadline.passed.catch(passed);
  const slowly = async function* () {
    for (const piece of ["a", "b", "c"]) {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      yield piece;
    }
  };
  const read = (async () => {
    const pieces: string[] = [];
    for await (const piece of deadline.pieces(slowly())) pieces.push(piece);
    return pieces;
  })();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await read).toEqual(["a", "b", "c"]);
  expect(passed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(passed).toHaveBeenCalledTimes(1);
  expect(() => deadline.check()).toThrow("within 1 s");
});

test("of what was answered in time, nothing is left that could be late", async () => {
  const deadline = startDeadline(1_000);
  const passed = vi.fn();
  deadline.passed.catch(passed);
  void deadline.sending(new Promise((resolve) => setTimeout(resolve, 5_000)));
  deadline.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(passed).not.toHaveBeenCalled();
});
