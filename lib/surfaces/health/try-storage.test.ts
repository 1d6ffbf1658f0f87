import { expect, test } from "vitest";
import { useDatabase } from "@/test/database";
import { tryStorage } from "./try-storage";

useDatabase();

test("many may look at the storage at one moment", async () => {
  await tryStorage();
  const looks = await Promise.allSettled(Array.from({ length: 20 }, tryStorage));
  expect(looks.filter(({ status }) => status === "rejected")).toEqual([]);
});
