import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";

/**
 * Expects of a document what is generated between its comments `<!-- name -->` and `<!-- /name -->`. `npm run docs:accept`
 * writes it.
 */
export async function expectGenerated(file: string, parts: Record<string, string>): Promise<void> {
  const whole = path.join(process.cwd(), file);
  let text = readFileSync(whole, "utf8");
  for (const [name, part] of Object.entries(parts)) {
    const [before, rest] = text.split(`<!-- ${name} -->`);
    const [, after] = rest?.split(`<!-- /${name} -->`) ?? [];
    if (after === undefined) throw new Error(`${file} has no place for ${name}.`);
    text = `${before}<!-- ${name} -->\n${part}\n<!-- /${name} -->${after}`;
  }
  await expect(text).toMatchFileSnapshot(whole);
}
