import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "@/lib/kernel/env";

const manifest = z.record(z.string(), z.object({ file: z.string(), integrity: z.string() }));

/** With the journey's origin if it differs from the script's. Throws when the SDK has not been built. */
export async function pinnedSdk(): Promise<{ src: string; integrity: string; host?: string }> {
  const text = await readFile(path.join(process.cwd(), "public", "sdk", "manifest.json"), "utf8");
  const newest = Object.values(manifest.parse(JSON.parse(text))).at(-1);
  if (!newest) throw new Error("The manifest of the SDK names no version.");
  const { sdkUrl, embedUrl } = env();
  return {
    src: `${sdkUrl}/${newest.file}`,
    integrity: newest.integrity,
    ...(new URL(sdkUrl).origin === embedUrl ? {} : { host: embedUrl }),
  };
}
