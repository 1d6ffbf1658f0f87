import type { Reply } from "@/lib/edge/http/reply";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { connectFailureText } from "@/lib/sales/data-access/failures";
import { type Finished, finishAuthorization } from "@/lib/sales/data-access/finish-authorization";
import { readAccountConnection } from "@/lib/surfaces/account/connections/list-account-connections";
import { connectionStatus } from "@/lib/surfaces/account/connections/serialize";
import { type Bringer, isBrowser } from "./bringer";
import { to } from "./pages";

type Brought = { actor: Bringer | null; request: Request; realNow: RealTime };

/** What whoever brings a marketplace's answer is told: a program in JSON, a browser by the page that it is sent to. */
export async function answerTo(brought: Brought): Promise<Reply> {
  const { actor, request, realNow } = brought;
  const { searchParams: parameters } = new URL(request.url);
  const browser = isBrowser(request);
  // Next asks GET's handler for HEAD, too. Whoever only looks at a link, like a mail scanner, must not use it up.
  if (request.method === "HEAD") return { status: 200 };
  if (!actor) return to("/account/login", { to: "/account/connections/add?failed=NOT_SIGNED_IN" });
  const { device, ...holder } = actor;
  const finished = await finishAuthorization({ holder, device, parameters, realNow });
  if (finished.kind === "failed") {
    if (browser) return to("/account/connections/add", { failed: finished.failure, ...placeOf(finished) });
    throw refused(finished.failure);
  }
  const connection = await readAccountConnection(holder.userId, finished.accessId, realNow);
  if (browser) return to(`/account/connections/${connection.connectionId}`, {});
  if (finished.kind === "refused") throw new CodedError("ACCESS_REFUSED", connection.access?.message ?? "");
  return { status: 200, body: connectionStatus(connection) };
}

function refused(failure: Extract<Finished, { kind: "failed" }>["failure"]): CodedError {
  const text = connectFailureText(failure);
  if (failure === "ATTEMPT_NOT_VALID") {
    return new CodedError("VALIDATION_FAILED", text, { fields: [{ field: "state", error: "Is of no attempt" }] });
  }
  // Also where the marketplace's server is down: the attempt is used up, so sending the same again would never help.
  return new CodedError("ACCESS_REFUSED", text);
}

function placeOf({ choice }: Extract<Finished, { kind: "failed" }>): Record<string, string> {
  return choice ? { marketplace: choice.marketplaceId, environment: choice.environment } : {};
}
