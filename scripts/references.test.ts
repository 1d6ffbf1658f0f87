import { describe, expect, test } from "vitest";
import { missingFrom, projectOf } from "./references.mjs";

const lending = "docs/lending.md";
const texts: Record<string, string> = {
  "README.md": "# A project",
  [lending]: "# Lending\n\n## Late fees\n\n## Offers & `quotes`\n",
  "docs/decisions/013-two-clocks.md": "# 013 Two clocks",
  "lib/money.ts": "",
  "lib/loans/schema.ts": "",
  "lib/loans/states.ts": "",
  "app/(dashboard)/[ref]/route.ts": "",
  "app/page.test.ts": "",
};
const project = projectOf(Object.keys(texts), (path) => texts[path] ?? "");
const missing = (path: string, text: string) => missingFrom({ path, text }, project);

describe("names of files", () => {
  test.each([
    "`lib/money.ts`, lib/loans/ and `docs/`",
    "lib/money and @/lib/loans/states say so.",
    "any `lib/<noun>/schema.ts`, lib/loans/{schema,states}.ts, `app/**/route.ts`",
    "(see app/(dashboard)/[ref]/route.ts:12), docs/decisions/013",
    "`states.ts` beside it, `loans/states.ts` further down, ./lib/money.ts",
    "https://example.com/lib/nothing.ts, /sdk/embed.js, $BASE/lib/x.ts, …/loans.ts, and/or, Node.js",
    "make a new `forgive-loan.ts`, a new file `lib/loans/cancel.ts`. New, `lib/loans/rename.ts`: … in `lib/loans/rename.ts`",
  ])("that are there: %s", (text) => {
    expect(missing("README.md", text)).toEqual([]);
  });

  test.each([
    ["`lib/cash.ts`", "lib/cash.ts"],
    ["lib/cash is gone", "lib/cash"],
    ["[the rules](docs/rules.md)", "docs/rules.md"],
    ["(lib/kyc/).", "lib/kyc/"],
    ["lib/loans/{schema,gone}.ts", "lib/loans/{schema,gone}.ts"],
    ["`lib/<noun>/gone.ts`", "lib/<noun>/gone.ts"],
    ["`book-together.ts`", "book-together.ts"],
    ["types/loan.ts", "types/loan.ts"],
    ["docs/decisions/099", "docs/decisions/099"],
    ["    npx vitest run lib/cash.test.ts", "lib/cash.test.ts"],
  ])("that are not: %s", (text, name) => {
    expect(missing("README.md", text)).toEqual([name]);
  });

  test("examples in a document may name files that their reader makes", () => {
    expect(missing("README.md", "Like this:\n\n    // lib/cash.ts\n\n```ts\n// lib/cash.ts\n```\n")).toEqual([]);
  });

  test("of code the comments count, over line ends, and not its strings", () => {
    expect(missing("lib/money.ts", `const a = "lib/cash.ts"; // as in "lib/coins.ts"`)).toEqual(["lib/coins.ts"]);
    expect(missing("lib/money.ts", "/** See\n * lib/cash.ts. */\nconst a = `// lib/x.ts`;")).toEqual(["lib/cash.ts"]);
    expect(missing("lib/loans/states.ts", "// ./schema.ts and ./terms.ts")).toEqual(["./terms.ts"]);
  });

  test("of configurations the paths and globs count", () => {
    const text = `{ "includes": ["**", "!**/*.md", "lib/*.ts", "lib/**/*.tsx", "*.css", "..", "/api/:path*", "next"] }`;
    expect(missing("biome.json", text)).toEqual(["lib/**/*.tsx", "*.css"]);
  });
});

describe("sections", () => {
  const cite = (anchor: string) => `// The fee (${lending}#${anchor}).`;

  test("cited by anchor", () => {
    expect(missing("lib/money.ts", cite("late-fees"))).toEqual([]);
    expect(missing("lib/money.ts", cite("offers--quotes"))).toEqual([]);
    expect(missing("lib/money.ts", cite("rebates"))).toEqual([`${lending}#rebates`]);
    expect(missing("docs/decisions/013-two-clocks.md", "[fees](../lending.md#rebates)")).toEqual([
      "../lending.md#rebates",
    ]);
    expect(missing("lib/money.test.ts", `test("fee (${lending}#rebates)")`)).toEqual([`${lending}#rebates`]);
  });

  test("cited by title", () => {
    expect(missing("lib/money.ts", `/** ${lending}, Late\n * fees. */`)).toEqual([]);
    expect(missing("lib/money.ts", `// ${lending}, Rebates`)).toEqual([`${lending}, Rebates`]);
  });

  test("of the document itself", () => {
    expect(missing(lending, "# Terms\n[here](#terms) [there](#fees)")).toEqual(["#fees"]);
  });
});
