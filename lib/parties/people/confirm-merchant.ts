import { insertUser } from "./insert-user";
import { confirmSignUp } from "./sign-in/confirm-sign-up";

type Call = Omit<Parameters<typeof confirmSignUp>[0], "kind" | "open">;

export function confirmMerchant(call: Call) {
  return confirmSignUp({
    ...call,
    kind: "merchant",
    open: ({ marketplaceName: _, ...account }, realNow) => insertUser(account, realNow),
  });
}
