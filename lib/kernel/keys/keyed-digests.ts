/** Where digests are kept, as `table.column`. */
type Places = readonly `${string}.${string}`[];

/**
 * Rows are found by it, or held against one another: equal values have to be equal text, so all rows of a purpose are under
 * one key.
 */
const found = <P extends string>(purpose: P, ...places: Places) => ({ purpose, use: "found", places }) as const;

/** A row that was found otherwise is compared with it, under as many keys as it says: it stays as it is. */
const compared = <P extends string>(purpose: P, ...places: Places) => ({ purpose, use: "compared", places }) as const;

/** The row does not last: after a change of the key it was another browser, and what was counted within a day begins anew. */
const passing = <P extends string>(purpose: P, ...places: Places) => ({ purpose, use: "passing", places }) as const;

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
  passing("sign-up-network", "account_mails.asked_from"),
  passing("invitations", "account_mails.asked_from"),
  passing("phone-code-network", "phone_codes.asked_from"),
  passing("authorization-attempt.device", "authorization_attempts.device"),
  // Made of a director's number, among others.
  found("identity_checks.claim", "identity_checks.claim_digest"),
  passing("sign-up-browser", "sign_ups.device"),
  passing("device", "drafts.writing"),
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

type Found = Extract<(typeof keyedDigests)[number], { use: "found" }>;

/** What a change of the key carries on. */
export const foundDigests = keyedDigests.filter((one): one is Found => one.use === "found");

export type FoundDigests = Found;

const madeOnes: ReadonlySet<string> = new Set(
  keyedDigests.filter(({ use }) => use === "made").map(({ purpose }) => purpose),
);

/** Whether it is made whenever it is needed, and kept nowhere. */
export const isMade = (purpose: DigestPurpose): boolean => madeOnes.has(purpose);
