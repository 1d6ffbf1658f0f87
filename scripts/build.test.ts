import { afterEach, expect, test, vi } from "vitest";
import { sourceHash } from "./build.mjs";

afterEach(() => vi.unstubAllEnvs());

test("a build for http is not taken for one for https, whose headers keep browsers to it", () => {
  const [plain, again, secure] = ["http://localhost:3000", "http://localhost:3000", "https://financing.example"].map(
    (baseUrl) => {
      vi.stubEnv("BASE_URL", baseUrl);
      return sourceHash();
    },
  );
  expect(again).toBe(plain);
  expect(secure).not.toBe(plain);
});
