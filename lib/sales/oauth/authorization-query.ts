const parameters = [
  "response_type",
  "response_mode",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
];

/** The authorization request in a page's query, to be passed on to the next page: repeated parameters stay repeated. */
export function authorizationQuery(
  given: URLSearchParams | Record<string, string | string[] | undefined>,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of parameters) {
    const values = given instanceof URLSearchParams ? given.getAll(name) : [given[name] ?? []].flat();
    for (const value of values) query.append(name, value);
  }
  return query;
}
