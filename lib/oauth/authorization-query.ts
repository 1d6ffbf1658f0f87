/** Parameters of an authorization request, those among them that are understood only to be refused. */
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

/**
 * The authorization request in the query of a page, to be carried on to the next one: what belongs to it, repeated where
 * it came repeated, and nothing else. Empty when there is none.
 */
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
