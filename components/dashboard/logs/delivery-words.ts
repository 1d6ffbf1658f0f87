type Attempt = { responseStatus: number | null; error: string | null };

export function isAnswered({ responseStatus, error }: Attempt): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

export function likelyCause({ responseStatus, error }: Attempt): string {
  const said = error ?? "";
  const known = byError.find(([pattern]) => pattern.test(said)) ?? byStatus(responseStatus);
  return known[1];
}

const byError: [RegExp, string][] = [
  [
    /redirects are not followed/,
    "Your endpoint answers with another address. Register the address that it redirects to.",
  ],
  [
    /within [\d.]+ s/,
    "Your endpoint took too long. Store the event and answer at once; do the work afterwards. The whole exchange may take 10 seconds.",
  ],
  [/does not resolve/, "The host name of your endpoint has no address. Check the name and its DNS records."],
  [/is not public/, "Your endpoint's name leads to an address that the internet cannot reach."],
  [
    /connection refused/,
    "Nothing listens at that address and port. Check that your server runs and its firewall lets us in.",
  ],
  [
    /^TLS error/,
    "The certificate of your endpoint is not accepted. Browsers may be more forgiving than servers: check the whole chain.",
  ],
  [/http is not allowed/, "Live events go to https addresses only. Register one."],
  [/could not be signed/, "This is a fault of ours. Please tell us the id of the delivery."],
  [/./, "No whole answer came. Look for this moment in your server's log, and in that of the proxy before it."],
];

function byStatus(status: number | null): [unknown, string] {
  if (status === 401 || status === 403)
    return [
      null,
      "Your endpoint turned the request away: often its check of the signature. Compare the headers below with the secret you verify with, over the body to the byte; a firewall or a login before it answers like this, too.",
    ];
  if (status === 404 || status === 405)
    return [null, "Your server has nothing at this address that takes a POST. Check the path that is registered."];
  if (status === 410)
    return [null, "Your endpoint said that it is gone, which disables it. Register it again to go on."];
  if (status === 413) return [null, "Your server, or a proxy before it, does not take a body of this size."];
  if (status === 429)
    return [null, "Your server limits how many requests it takes. Let ours through, or answer with Retry-After."];
  if (status !== null && status >= 500)
    return [null, "Your server failed while it handled the event. Its own log of this moment says why."];
  return [null, "Only an answer from 200 to 299 acknowledges an event."];
}
