import type { ErrorRow } from "./error-row";

export const partyErrors = {
  EMAIL_TAKEN: {
    status: 409,
    title: "The e-mail address already has an account",
    means: "There is an account with this e-mail address.",
    remedy: "Sign in with it, or take another address.",
  },
  TOO_MANY_SECRET_KEYS: {
    status: 409,
    title: "Too many secret keys are in force",
    means: "As many secret keys of this environment are in force as there may be: 20.",
    remedy: "Revoke a key that is not used any more, then create the new one.",
  },
  LAST_OWNER: {
    status: 409,
    title: "A marketplace keeps at least one owner",
    means: "Nobody but this owner could make owners any more.",
    remedy: "Make somebody else an owner first.",
  },
  STILL_IN_USE: {
    status: 409,
    title: "Money still hangs on it",
    means: "Loans, offers or payments of what was to be archived are not at their end.",
    remedy: "Wait until they are, or bring them to it; the detail says which there are. Then archive it.",
  },
  ARCHIVED: {
    status: 409,
    title: "It is archived",
    means: "What was to be changed is archived: it is kept to be looked up, and takes part in nothing.",
    remedy: "Change what is in use, or make another.",
  },
  RAIL_TAKEN: {
    status: 409,
    title: "Another lender has this account",
    means: "The account, with a provider or a bank, is one over which another lender’s money moves.",
    remedy: "Take this lender’s own account.",
  },
  STATEMENT_FORMAT_MISSING: {
    status: 409,
    title: "Nobody has said how this account's statements are read",
    means: "A lender's account has one format for its statements, and this one has none yet.",
    remedy: "Set the format, with the columns where it is CSV, then import the statement.",
  },
  STATEMENT_CHANGED: {
    status: 409,
    title: "The import would not be what its preview showed",
    means: "Since the preview something has changed: the file, the format, what was imported, or an order.",
    remedy: "Preview the file once more, and import it with the digest of that.",
  },
  GO_LIVE_REFUSED: {
    status: 409,
    title: "Going live cannot be asked for now",
    means: "Something of the go-live checklist does not hold yet, or the marketplace is live already.",
    remedy: "Do what the checklist in the dashboard names, then ask again.",
  },
} satisfies Record<string, ErrorRow>;
