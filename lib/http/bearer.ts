/** What a request carries as `Authorization: Bearer`; undefined without it. No other place is looked at for a token. */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
}
