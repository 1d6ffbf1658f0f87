import { environments, type RailProvider } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { canBeName } from "@/lib/kernel/validation";
import { findRailKeys, type RailKey } from "@/lib/parties/lenders/rails/rail-keys";
import { isAuthentic } from "@/lib/platform/providers/paystack/webhook";
import type { Authenticator } from "./auth";

/** Every refusal costs this many digests or more, whatever its cause. */
const leastKeys = 4;

const nobody: RailKey = { railId: "", key: "nobody's" };

/**
 * The signature of a lender's provider of payments, by the key of the lender that the path names, also of a former account.
 * Which key signed says which account it is about. Every failure gets the same answer in about the same time.
 */
export const railSignature: Authenticator<RailProvider> = {
  scheme: "railSignature",
  bodyFirst: true,
  async authenticate({ headers }, _, bytes, path = {}) {
    const lenderId = String(path.lenderId);
    const environment = environments.find((one) => one === path.environment);
    const possible = isId("lender", lenderId) && canBeName(lenderId);
    const known = environment && possible ? await findRailKeys(lenderId, environment) : [];
    const keys = [...known, ...Array<RailKey>(Math.max(0, leastKeys - known.length)).fill(nobody)];
    const signature = headers.get("x-paystack-signature");
    const signing = keys.filter(({ key }) => isAuthentic(bytes, signature, key));
    const rail = signing.find((one) => one !== nobody);
    if (!rail) throw new CodedError("UNAUTHENTICATED", refusal, { challenge });
    return { actor: { kind: "railProvider", railId: rail.railId }, clockAhead: 0 };
  },
};

const refusal =
  "The signature is not valid. X-Paystack-Signature is the hex HMAC-SHA512 of the body, byte for byte as it is sent, " +
  "keyed with the secret key of the account of the lender that the address names.";

const challenge = 'HMAC-SHA512 header="X-Paystack-Signature"';
