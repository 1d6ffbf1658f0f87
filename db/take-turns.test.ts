import { expect, test } from "vitest";
import { createTurns } from "./take-turns";

test("so many statements are on the connections, and who waits for longer than it has patience is told", async () => {
  const turns = createTurns(2, 20);
  const sent = Array.from({ length: 8 }, () => turns.shared());
  expect(sent.every((wait) => wait === undefined)).toBe(true);
  await expect(turns.shared()).rejects.toMatchObject({ code: "NO_CONNECTION_FREE" });
  const next = turns.shared();
  turns.leave();
  await next;
  expect(turns.taken()).toEqual({ used: 8, waiting: 0, size: 2 });
});
