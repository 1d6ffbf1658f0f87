import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The same thing has one word wherever people read of it (docs/glossary.md#words-not-used). */
const notUsed = [
  ["fulfilment", /fulfilment/i],
  ["refused, of an application or a request", /\b(KYC|[Rr]equests?|application) (was|were) refused\b/],
  ["refused, of an application or a request", /Refused (because|in review)|REJECTED: [^\n]*"[Rr]efused/],
  ["received, of an event that was delivered", /DELIVERED: [^\n]*"(?!Delivered")[A-Z]\w+"/],
] as const;

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "app", "components", "lib"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file));
const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line);
const lines = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, i) => (isComment(text) ? [] : [{ place: `${file}:${i + 1}`, text }])),
);

test.each(notUsed)("nobody reads %s", (_, pattern) => {
  expect(lines.length).toBeGreaterThan(50_000);
  expect(lines.filter(({ text }) => pattern.test(text)).map(({ place }) => place)).toEqual([]);
});

test("forms say that a field is required, not that it must not be empty", () => {
  const said = lines.filter(({ place, text }) => /^(app|components)\//.test(place) && /"Must not be empty"/.test(text));
  expect(said.map(({ place }) => place.split(":")[0])).toEqual(["components/forms/error-text.ts"]);
});
