import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { operatorAction } from "@/lib/edge/http/actions/operator-action";

export type ConsoleAction = ReturnType<typeof operatorAction<z.ZodUnknown, unknown>>;

export const consoleFolder = join(process.cwd(), "app", "ops", "[environment]");

/** The files of the console's pages that are called so. */
export function consoleFiles(name: string): string[] {
  return readdirSync(consoleFolder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(`/${name}`));
}

/** Every action of the console's pages, with the file that it is in. */
export async function consoleActions(): Promise<{ file: string; action: ConsoleAction }[]> {
  const found: { file: string; action: ConsoleAction }[] = [];
  for (const file of consoleFiles("actions.ts")) {
    for (const action of Object.values(await import(join(consoleFolder, file))))
      found.push({ file, action: action as ConsoleAction });
  }
  return found;
}

/** What an action, or a file that is sent, was refused with; empty where it was not. */
export function refusalIn(answer: unknown): string {
  return typeof answer === "object" && answer !== null && "refused" in answer ? String(answer.refused) : "";
}
