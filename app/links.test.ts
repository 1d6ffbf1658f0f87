import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What can be read of links without a page: the browser's tests follow those that pages really have. */
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "app", "components", "public"], {
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);

/** The addresses of pages and routes; a part in brackets stands for anything. */
const places = files.flatMap((file) => {
  const [, folder] = /^app(\/.*)?\/(?:page\.tsx|route\.ts)$/.exec(file) ?? [];
  if (!/^app\/(.*\/)?(page\.tsx|route\.ts)$/.test(file)) return [];
  const parts = (folder ?? "").split("/").filter((part) => part && !/^\(.*\)$/.test(part));
  // What catches every unknown address says that there is nothing.
  return parts.some((part) => part === "[...unknown]") || parts.includes("[...path]") ? [] : [parts];
});

function leadsSomewhere(address: string): boolean {
  const path = address.replace(/[?#].*$/s, "");
  const parts = path.split("/").filter(Boolean);
  return (
    files.includes(`public${path}`) ||
    places.some(
      (place) =>
        place.length === parts.length &&
        place.every((part, i) => part.startsWith("[") || part === parts[i] || parts[i] === "*"),
    )
  );
}

test("every address that pages link to is a page, a route or a file", () => {
  const linked = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, "utf8").replace(/\$\{[^{}]*\}/g, "*");
      const found = source.matchAll(/\bhref(?:=\{?|:)\s*(?:[\w.]+ \? )?["'`](\/(?!\/)[^"'`]*)/g);
      return [...found].map(([, address = ""]) => ({ file, address }));
    });
  expect(linked.length).toBeGreaterThan(40);
  expect(linked.filter(({ address }) => !leadsSomewhere(address))).toEqual([]);
  expect(leadsSomewhere("/docs")).toBe(false);
});

test("machines find the public pages alone, and a picture for links in its size", () => {
  expect(files).toEqual(expect.arrayContaining(["public/robots.txt", "public/link.png"]));
  const published = ["docs", "openapi.json", "privacy", "sdk", "terms", ".well-known"];
  const kept = new Set(places.flatMap(([first = ""]) => (first && !published.includes(first) ? [`/${first}`] : [])));
  const told = [...readFileSync("public/robots.txt", "utf8").matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path);
  expect([...kept].filter((path) => !told.includes(path))).toEqual([]);
  const picture = readFileSync("public/link.png");
  const [, width, height] =
    /"\/link\.png", width: (\d+), height: (\d+)/.exec(readFileSync("app/layout.tsx", "utf8")) ?? [];
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([Number(width), Number(height)]);
});
