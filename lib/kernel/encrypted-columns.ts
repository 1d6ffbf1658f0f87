const ofTenant = ["marketplace_id", "environment"] as const;

/** With key and purpose: `encrypt` takes no other purpose, so a change of keys misses nothing. */
export const encryptedColumns = [
  { table: "api_secrets", column: "secret_encrypted", key: ofTenant, purpose: "api_secrets.secret" },
  { table: "api_secrets", column: "previous_secret_encrypted", key: ofTenant, purpose: "api_secrets.secret" },
  { table: "webhook_endpoints", column: "secret_encrypted", key: ofTenant, purpose: "webhook_endpoints.secret" },
  {
    table: "webhook_endpoints",
    column: "previous_secret_encrypted",
    key: ofTenant,
    purpose: "webhook_endpoints.secret",
  },
  { table: "second_factors", column: "secret_encrypted", key: ["user_id"], purpose: "second_factors.secret" },
  { table: "second_factors", column: "pending_secret_encrypted", key: ["user_id"], purpose: "second_factors.secret" },
  { table: "rails", column: "secret_key_encrypted", key: ["id"], purpose: "rails.secret_key" },
  {
    table: "lender_accounts",
    column: "account_number_encrypted",
    key: ["id"],
    purpose: "lender_accounts.account_number",
  },
  {
    table: "instruction_batches",
    column: "content_encrypted",
    key: ["id"],
    purpose: "instruction_batches.content",
  },
  { table: "sandbox_state", column: "value_encrypted", key: ["name"], purpose: "sandbox_state.value" },
  { table: "directors", column: "personal_encrypted", key: ["id"], purpose: "directors.personal" },
  { table: "directors", column: "identity_number_encrypted", key: ["id"], purpose: "directors.identity_number" },
  {
    table: "payout_accounts",
    column: "account_number_encrypted",
    key: ["id"],
    purpose: "payout_accounts.account_number",
  },
  { table: "statement_lines", column: "said_encrypted", key: ["id"], purpose: "statement_lines.said" },
  { table: "files", column: "data_key_encrypted", key: ["id"], purpose: "files.data_key" },
  { table: "drafts", column: "values_encrypted", key: ["merchant_id", "step"], purpose: "drafts.values" },
  { table: "complaints", column: "words_encrypted", key: ["id"], purpose: "complaints.words" },
  { table: "complaints", column: "answer_encrypted", key: ["id"], purpose: "complaints.answer" },
  { table: "loan_contacts", column: "words_encrypted", key: ["id"], purpose: "loan_contacts.words" },
  { table: "inbound_refusals", column: "body_encrypted", key: ["id"], purpose: "inbound_refusals.body" },
  {
    table: "idempotent_answers",
    column: "body_encrypted",
    key: [...ofTenant, "method", "path", "key"],
    purpose: "idempotent_answers.body",
  },
  {
    table: "data_sources",
    column: "client_secret_encrypted",
    key: ofTenant,
    purpose: "data_sources.client_secret",
  },
  {
    table: "authorization_attempts",
    column: "code_verifier_encrypted",
    key: ["digest"],
    purpose: "authorization_attempts.code_verifier",
  },
  { table: "data_accesses", column: "tokens_encrypted", key: ["id"], purpose: "data_accesses.tokens" },
  { table: "batches", column: "payload_encrypted", key: ["id"], purpose: "batches.payload" },
  { table: "submissions", column: "record", key: ["id"], purpose: "submissions.record" },
] as const;

export type EncryptedColumn = (typeof encryptedColumns)[number];

/** What a value is sealed for: a column of the list, or the mark of a key. */
export type Purpose = EncryptedColumn["purpose"] | "key_checks.value";
