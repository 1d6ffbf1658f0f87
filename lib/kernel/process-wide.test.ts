import { expect, test, vi } from "vitest";

test("every copy of a module holds the same state, which the first one made", async () => {
  const copies = [];
  for (const make of [() => ({ count: 1 }), () => ({ count: 100 })]) {
    vi.resetModules();
    const { processWide } = await import("./process-wide");
    copies.push(processWide("counted-in-a-test", make));
  }
  const [first, second] = copies;
  expect(second).toBe(first);
  expect(second).toEqual({ count: 1 });
});
