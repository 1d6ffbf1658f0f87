/** Where digests are kept, as `table.column`. */
type Places = readonly `${string}.${string}`[];

/**
 * Rows are found by it, or held against one another: equal values have to be equal text, so all rows of a purpose are under
 * one key.
 */
const found = <P extends string>(purpose: P, ...places: Places) => ({ purpose, use: "found", places }) as const;

/** A row that was found otherwise is compared with it: by whichever key made it. */
const compared = <P extends string>(purpose: P, ...places: Places) => ({ purpose, use: "compared", places }) as const;

/** A link, a code, a cookie: made of what is stored whenever it is needed, and kept nowhere. */
const made = <P extends string>(purpose: P) => ({ purpose, use: "made", places: [] }) as const;

/**
 * Everything that is made with INDEX_KEY: `keyedDigest` takes no other purpose, so whoever means to change the key misses
 * nothing (docs/decisions/045-index-key.md).
 */
export const keyedDigests = [
  // Numbers that have left a list of directors are kept as digests alone.
  found(
    "directors.identity",
    "directors.identity_digest",
    "kept_identities.identity_digest",
    "identity_consents.identity_digest",
    "identity_checks.identity_digest",
  ),
  found("lender_accounts.account_number", "lender_accounts.account_digest"),
  found("statement_lines.digest", "statement_lines.digest"),
  found("recovery-code", "recovery_codes.digest"),
  // Known places and passes are digests themselves, and part of what a holder is made of.
  found("sign-in-place", "sign_in_places.place"),
  found("failed-attempts", "failed_attempts.holder"),
  found("sign-up-network", "account_mails.asked_from"),
  found("invitations", "account_mails.asked_from"),
  found("phone-code-network", "phone_codes.asked_from"),
  compared("authorization-attempt.device", "authorization_attempts.device"),
  // Made of the director's identity digest, among others.
  compared("identity_checks.claim", "identity_checks.claim_digest"),
  compared("sign-up-browser", "sign_ups.device"),
  compared("device", "drafts.writing"),
  compared("idempotency", "idempotent_answers.fingerprint"),
  compared(
    "data-events.fingerprint",
    "sales_events.fingerprint",
    "account_flag_events.fingerprint",
    "repayment_events.fingerprint",
    "settlement_events.fingerprint",
  ),
  // Followed by the merchant's id, if a merchant's token brought it.
  compared("batch ", "batches.fingerprint"),
  compared("key_checks.value", "key_checks.value"),
  made("sign-in-pass"),
  made("session"),
  made("sign-up-link"),
  made("invitation-link"),
  made("place-pass"),
  made("password-reset"),
  made("weekly-summary-link"),
  made("phone-code"),
  made("deduction quote"),
];

type Listed = (typeof keyedDigests)[number]["purpose"];

/** What a digest is made for. */
export type DigestPurpose = Exclude<Listed, "batch "> | `batch ${string}`;
