import { describe, expect, test, vi } from "vitest";
import { waitingRoom } from "@/test/factories/waiting-room";
import { inSeat, mostWaiting, noteLiveRequest, type SeatKind, takeSeat } from "./seats";

let made = 0;
const tenant = (environment: "test" | "live") => ({ marketplaceId: `mkt_${++made}`, environment }) as const;
type Owner = ReturnType<typeof tenant>;

/** Begins as many pieces of work as asked, and tells how many of them have a seat. */
function begin(owner: Owner, kind: SeatKind, count: number) {
  const room = waitingRoom();
  const all = Promise.all(Array.from({ length: count }, () => inSeat(owner, kind, room.wait)));
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return room.inside();
  };
  return { settled, open: room.open, all };
}

process.env.DATABASE_POOL = "16";

// The pool has sixteen connections.
describe("of one tenant's work", () => {
  test.each([
    ["test", "job", 4],
    ["live", "job", 12],
    ["test", "write", 12],
    ["test", "heavy", 2],
    ["live", "heavy", 2],
    ["test", "read", 30],
    ["live", "write", 30],
  ] as const)("in %s, so many of kind %s have a seat: %i", async (environment, kind, seats) => {
    const work = begin(tenant(environment), kind, 30);
    expect(await work.settled()).toBe(seats);
    work.open();
    await work.all;
  });

  test("what waits goes on when a seat is free; another tenant's is not kept waiting; a failure frees its seat", async () => {
    const mine = tenant("test");
    const work = begin(mine, "heavy", 5);
    expect(await inSeat(tenant("test"), "heavy", async () => "other")).toBe("other");
    expect(await work.settled()).toBe(2);
    work.open();
    await work.all;
    for (let i = 0; i < 3; i++) {
      const failing = inSeat(mine, "heavy", () => Promise.reject(new Error("a fault")));
      await expect(failing).rejects.toThrow("a fault");
    }
    const leave = await takeSeat(mine, "heavy");
    const rest = begin(mine, "heavy", 2);
    expect(await rest.settled()).toBe(1);
    leave();
    expect(await rest.settled()).toBe(2);
    rest.open();
  });

  test("requests beyond those that may wait are refused and told when to come back, jobs never", async () => {
    const mine = tenant("test");
    const work = begin(mine, "heavy", 2 + mostWaiting);
    const refused = { code: "RATE_LIMITED", retryAfterSeconds: 1 };
    await expect(inSeat(mine, "heavy", async () => {})).rejects.toMatchObject(refused);
    await expect(takeSeat(mine, "heavy")).rejects.toMatchObject(refused);
    const jobs = begin(mine, "job", 10 + mostWaiting);
    for (const one of [work, jobs]) one.open();
    await Promise.all([work.all, jobs.all]);
  });

  test("while live requests are served, test work is done piece by piece, with rests if more waits", async () => {
    const work = begin(tenant("test"), "job", 3);
    expect(await work.settled()).toBe(3);
    work.open();
    noteLiveRequest();
    const rests = vi.spyOn(globalThis, "setTimeout");
    const modest = tenant("test");
    for (let i = 0; i < 3; i++) await inSeat(modest, "read", async () => {});
    expect(rests).not.toHaveBeenCalled();
    for (const kind of ["job", "read", "write", "heavy"] as const) {
      const polite = begin(tenant("test"), kind, 3);
      expect(await polite.settled()).toBe(1);
      polite.open();
      await polite.all;
    }
    expect(rests).toHaveBeenCalledTimes(4 * 2);
    rests.mockRestore();
    const live = begin(tenant("live"), "job", 3);
    expect(await live.settled()).toBe(3);
    live.open();
  });
});
