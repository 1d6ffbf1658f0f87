import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

test("an international name is an address after many calls too", () => {
  const read = (text: string) => parseUrl(text)?.host;
  for (let call = 0; call < 20_000; call++) read("https://example.com/hooks");
  expect(read("https://bücher.example/hooks")).toBe("xn--bcher-kva.example");
  expect(read("https://")).toBeUndefined();
});
