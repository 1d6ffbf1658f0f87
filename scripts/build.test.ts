import { afterEach, expect, test, vi } from "vitest";
import { filesOfBuild, sourceHash } from "./build.mjs";

afterEach(() => vi.unstubAllEnvs());

test("one build serves at any address", () => {
  const hashes = ["http://localhost:3000", "https://financing.example"].map((baseUrl) => {
    vi.stubEnv("BASE_URL", baseUrl);
    return sourceHash();
  });
  expect(new Set(hashes).size).toBe(1);
});

test("every route is of the build, those in folders with a dot too, and no test", () => {
  const files = filesOfBuild();
  expect(files).toContain("app/.well-known/oauth-authorization-server/route.ts");
  expect(files.filter((file) => file.includes(".test."))).toEqual([]);
});
