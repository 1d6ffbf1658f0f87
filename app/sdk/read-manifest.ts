import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), integrity: z.string(), module: z.string(), moduleIntegrity: z.string() }),
);
type SdkManifest = z.output<typeof manifest>;

const folder = path.join(process.cwd(), "public", "sdk");

/** Every version of the SDK with its files, the oldest first. @throws Error when the SDK has not been built */
export async function readManifest(): Promise<SdkManifest> {
  return manifest.parse(JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8")));
}

export function readScript(file: string): Promise<string> {
  return readFile(path.join(folder, file), "utf8");
}
