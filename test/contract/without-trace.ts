import { beforeAll, describe, expect, it } from "vitest";
import { storedState } from "@/test/factories/snapshot";

/**
 * A block of tests none of which may store anything: everything stored is compared once, after the last of them. The
 * tables that differ are named; `vitest -t` with single tests of the block finds which one it was.
 */
export function describeWithoutTrace(title: string, define: () => void, stored: () => Promise<unknown> = storedState) {
  describe(title, () => {
    let before: unknown;
    beforeAll(async () => {
      before = await stored();
    });
    define();
    it("all that without storing anything", async () => expect(await stored()).toEqual(before));
  });
}
