import { z } from "zod";
import { errorCodes } from "@/lib/kernel/error-codes";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { anyone } from "./auth";
import { route } from "./route";

/** Why the server sent a request here (scripts/server/answers.mjs), which lets nobody else say so. */
const refusal = z.object({
  code: z.enum(["OPTIONS", ...errorCodes]),
  detail: z.string().default("This address does not take this method; Allow names those it takes."),
  allow: z.array(z.string()).optional(),
});

const prefix = "/api/nowhere/";

/** Answers whatever is no operation: an address that does not exist, or one that does not take this method. */
export const nowhere = route({
  operationId: "nowhere",
  summary: "No operation",
  auth: anyone,
  // Even where the database is gone.
  rate: null,
  // Method and path as they were sent; as text, in which the log finds what it must not show.
  loggedPath: (pathname) =>
    pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : pathname,
  answers: { 204: { description: "The methods that the address takes", headers: ["Allow"] } },
  handle: async ({ request }) => {
    const given = request.headers.get("x-refusal");
    const { code, detail, allow } = refusal.parse(given ? JSON.parse(given) : { code: "NOT_FOUND" });
    const headers: Record<string, string> = allow ? { allow: [...allow, "OPTIONS"].join(", ") } : {};
    if (code === "OPTIONS") return { status: 204, headers };
    if (code === "NOT_FOUND") throw notFound("address");
    throw new CodedError(code, detail, { headers });
  },
});
