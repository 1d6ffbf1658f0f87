import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { dependencies, devDependencies } from "@/package.json";

test("the bill of materials names all that production needs, and nothing that only tests need", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mfis-sbom-"));
  const file = path.join(folder, "bill.json");
  const said = execFileSync(process.execPath, [path.join(import.meta.dirname, "sbom.mjs"), file], { encoding: "utf8" });
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(file, "utf8"));
  expect(said).toBe(`${components.length} components: ${file}\n`);
  expect([bomFormat, metadata.component.name]).toEqual(["CycloneDX", "marketplace-financing"]);
  const names = new Set(
    components.map(({ group, name }: { group?: string; name: string }) => (group ? `${group}/${name}` : name)),
  );
  for (const name of Object.keys(dependencies)) expect(names).toContain(name);
  for (const name of ["vitest", "fast-check", "knip"] as const) {
    expect(devDependencies[name]).toBeDefined();
    expect(names).not.toContain(name);
  }
  rmSync(folder, { recursive: true });
});
