import { afterEach, expect, test, vi } from "vitest";
import { sourceHash } from "./build.mjs";

afterEach(() => vi.unstubAllEnvs());

test("one build serves at any address", () => {
  const hashes = ["http://localhost:3000", "https://financing.example"].map((baseUrl) => {
    vi.stubEnv("BASE_URL", baseUrl);
    return sourceHash();
  });
  expect(new Set(hashes).size).toBe(1);
});
