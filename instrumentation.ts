import type { Instrumentation } from "next";
import { life } from "@/lib/edge/jobs/life";

/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  // Next compiles this file for its edge runtime too, where nothing of ours runs and much of it would not compile.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  // The server has started the application by itself: then its code is not loaded a second time.
  if (life.booting) return life.booting;
  const { boot } = await import("@/lib/edge/jobs/boot");
  await boot();
}

/** Next calls this with whatever is thrown while it renders a page. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }, { routePath: page }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logPageError } = await import("@/lib/kernel/log-console");
  logPageError(error, { requestId: String(headers["x-request-id"]), page });
};
