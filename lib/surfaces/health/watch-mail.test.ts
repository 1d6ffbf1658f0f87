import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as settings from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { checkHealth } from "./check-health";
import { mailState, watchMail } from "./watch-mail";

const verify = vi.fn(async (): Promise<unknown> => true);
const sender = { verify };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(log, "error").mockImplementation(() => {});
  vi.spyOn(settings, "env").mockReturnValue({ ...settings.env(), smtpUrl: "smtp://mail.invalid" });
  verify.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the mail server is asked once a minute, whoever asks after our health", async () => {
  expect(mailState()).toBe("unknown");
  const stop = watchMail(sender);
  await vi.advanceTimersByTimeAsync(59_000);
  expect([mailState(), verify.mock.calls.length]).toEqual(["ok", 1]);
  verify.mockRejectedValueOnce(new Error("535 no")).mockRejectedValueOnce(new Error("535 no"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([mailState(), verify.mock.calls.length]).toEqual(["failed", 2]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.error, "as long as it lasts").toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([mailState(), verify.mock.calls.length]).toEqual(["ok", 4]);
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(verify).toHaveBeenCalledTimes(4);
});

test("health says how the last sign-in went, without another", async () => {
  vi.useRealTimers();
  const mail = async () => (await checkHealth(async () => null)).find(({ name }) => name === "mail");
  verify.mockRejectedValueOnce(new Error("535 no"));
  const stop = watchMail(sender);
  await expect.poll(mailState).toBe("failed");
  expect(await mail()).toEqual({ name: "mail", status: "degraded", detail: expect.stringContaining("sign-in") });
  stop();
  expect(verify).toHaveBeenCalledTimes(1);
});

test("without a mail server there is nothing to watch", () => {
  expect(watchMail(null)).not.toThrow();
  expect(verify).not.toHaveBeenCalled();
});
