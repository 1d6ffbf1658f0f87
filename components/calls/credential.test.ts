import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCredential, renewalLimit } from "./credential";
import { expired } from "./refusals";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function taken(refresh: boolean) {
  const ask = vi.fn();
  const credential = createCredential(ask);
  credential.take("first", refresh);
  return { ask, credential };
}

test("the host is asked once for all who wait", async () => {
  const { ask, credential } = taken(true);
  const waiting = [credential.renew("first"), credential.renew("first"), credential.renew("first")];
  credential.take("second");
  expect(await Promise.all(waiting)).toEqual(["second", "second", "second"]);
  expect(ask).toHaveBeenCalledOnce();
  expect(credential.token()).toBe("second");
});

test("a call with an older token gets the present one, without asking", async () => {
  const { ask, credential } = taken(true);
  credential.take("second");
  expect(await credential.renew("first")).toBe("second");
  expect(ask).not.toHaveBeenCalled();
});

test("a host that cannot get another token is not asked", async () => {
  const { ask, credential } = taken(false);
  expect(await credential.renew("first")).toEqual(expired);
  expect(ask).not.toHaveBeenCalled();
});

test("a host that has none says so, and is asked again the next time", async () => {
  const { ask, credential } = taken(true);
  const first = credential.renew("first");
  credential.fail();
  expect(await first).toEqual(expired);
  const second = credential.renew("first");
  credential.take("second");
  expect(await second).toBe("second");
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a host that does not answer is waited for so long and no longer; its token is still good later", async () => {
  const { credential } = taken(true);
  const waiting = credential.renew("first");
  vi.advanceTimersByTime(renewalLimit);
  expect(await waiting).toEqual(expired);
  credential.take("late");
  expect(credential.token()).toBe("late");
});

test("a fresh token that is refused too: the host is asked no more, until somebody wants it or brings one", async () => {
  const { ask, credential } = taken(true);
  ask.mockImplementation(() => credential.take(`${ask.mock.calls.length}`));
  expect(await credential.renew("first")).toBe("1");
  expect(await credential.renew("1"), "refused at once").toEqual(expired);
  vi.advanceTimersByTime(600_000);
  expect(await credential.renew("1")).toEqual(expired);
  expect(ask).toHaveBeenCalledTimes(1);
  credential.tryAgain();
  expect(await credential.renew("1")).toBe("2");
  expect(ask.mock.calls, "and the host learns that it is wanted").toEqual([[false], [true]]);
  vi.advanceTimersByTime(600_000);
  expect(await credential.renew("2"), "after its time").toBe("3");
  credential.giveUp();
  expect(await credential.renew("3")).toEqual(expired);
  credential.take("brought");
  vi.advanceTimersByTime(600_000);
  expect(await credential.renew("brought")).toBe("4");
});
