import type { OperatorUser } from "@/lib/kernel/actor";
import { operatorTokens, verifyToken } from "@/lib/kernel/bearer-tokens";
import { CodedError } from "@/lib/kernel/errors";
import { findOperator } from "@/lib/parties/people/queries";
import { type OperatorPermission, requireOperatorPermission } from "@/lib/terms/users/roles";
import type { Authenticator } from "./auth";
import { requireBearer } from "./bearer";

/** The role is looked up on every call, so another counts at once; a token of ended sessions is refused. */
export function operatorToken({ permission }: { permission: OperatorPermission }): Authenticator<OperatorUser> {
  return {
    ...{ scheme: "operatorToken", permission },
    async authenticate(request, realNow) {
      const token = requireBearer(request.headers, "Send the token of the operators' login as Authorization: Bearer.");
      const { subject: userId, claims } = await verifyToken(operatorTokens, token, realNow);
      const operator = await findOperator(userId);
      if (!operator) throw new CodedError("UNAUTHENTICATED", "The operator of this token no longer exists.");
      if (operator.sessionEpoch !== claims.epoch) {
        throw new CodedError("SESSION_ENDED", "The operator's sessions have ended since this login. Log in again.");
      }
      requireOperatorPermission(operator.role, permission);
      return { actor: { kind: "operatorUser", userId, role: operator.role }, clockAhead: 0 };
    },
  };
}

/** Begins the declaration of an operation by which operators look, with any role. */
export const toLook = { auth: operatorToken({ permission: "view" }), rate: "read" } as const;

/** Begins the declaration of one by which they change something, for roles that may. */
export const toChange = (permission: OperatorPermission) =>
  ({ auth: operatorToken({ permission }), rate: "write" }) as const;

export const toManage = toChange("manage");

export const toPay = toChange("pay");
