/** Status by error: RFC 6749 (4.1.2.1 and 5.2), RFC 7009 and RFC 9101. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  access_denied: 403,
  request_not_supported: 400,
  request_uri_not_supported: 400,
} as const;

/** A refusal in OAuth's terms. The description is for the client's developer: printable ASCII, no secrets. */
export class OAuthError extends Error {
  readonly status: number;

  /** @param notLive a live client of a marketplace that is not live: always 403. */
  constructor(
    readonly error: keyof typeof statuses,
    readonly description: string,
    readonly notLive = false,
  ) {
    super(description);
    this.name = "OAuthError";
    this.status = notLive ? 403 : statuses[error];
  }
}
