import { processWide } from "@/lib/kernel/process-wide";

const state = processWide("session-name", () => ({ name: "mfis" }));

/** What this process is called in PostgreSQL's list of sessions: `mfis`, and more where a command says so. */
export const sessionName = (): string => state.name;

/** For sessions that are opened from now on. */
export function nameSessions(what: string): void {
  state.name = `mfis-${what}`;
}
