import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { errors } from "@/lib/kernel/error-codes";
import { CodedError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { logFailure, toProblem } from "./problem";

test("what is thrown without a code is opaque", () => {
  const problem = toProblem(new Error("connect ECONNREFUSED postgres://app:hunter2@db"), "req_1");
  expect(problem).toMatchObject({ status: 500, code: "INTERNAL_ERROR", requestId: "req_1" });
  expect(JSON.stringify(problem)).not.toContain("hunter2");
});

test("a coded outcome names its fields", () => {
  const fields = [{ field: "email", error: "Is required" }];
  expect(toProblem(new CodedError("VALIDATION_FAILED", "No.", { fields }), "req_1")).toEqual({
    type: "/docs/errors#VALIDATION_FAILED",
    title: "The request is not valid",
    status: 400,
    detail: "No.",
    code: "VALIDATION_FAILED",
    errors: fields,
    requestId: "req_1",
  });
});

test("what thousands of requests meet at once is logged once, and another cause beside it", () => {
  const warned = vi.spyOn(log, "warn").mockReturnValue();
  const met = (outside: string) => new CodedError("SERVICE_UNAVAILABLE", "Later.", { outside });
  for (let i = 0; i < 1_000; i++) logFailure(met("the queue is full"), `req_${i}`);
  logFailure(met("nobody answers"), "req_other");
  vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ["Date"] });
  logFailure(met("the queue is full"), "req_later");
  vi.useRealTimers();
  expect(warned.mock.calls.map(([, fields]) => fields?.requestId)).toEqual(["req_0", "req_other", "req_later"]);
  warned.mockRestore();
});

test("the server's own answers are those of the table", () => {
  const source = readFileSync("scripts/server/sockets.mjs", "utf8").replaceAll(/\[\s+/g, "[").replaceAll(/,\s+/g, ", ");
  for (const code of ["METHOD_NOT_ALLOWED", "VALIDATION_FAILED", "REQUEST_TIMEOUT", "HEADERS_TOO_LARGE"] as const) {
    expect(source).toContain(`[${errors[code].status}, "${code}", "${errors[code].title}"`);
  }
});
