/** What is answered: a status, and a body that becomes JSON. */
export type Answer = { status: number; body: Record<string, unknown> };

/** An answer with data. */
export function found(message: string, data?: unknown, more: { status?: number; meta?: unknown } = {}): Answer {
  const { status = 200, meta } = more;
  return {
    status,
    body: { status: true, message, ...(data === undefined ? {} : { data }), ...(meta === undefined ? {} : { meta }) },
  };
}

/** A refusal, in the shape of Paystack's errors. */
export function refused(status: number, message: string, code: string, nextStep: string, type = "validation_error") {
  return { status, body: { status: false, message, meta: { nextStep }, type, code } } satisfies Answer;
}

/** A refusal with nothing but a message, as the documents show for what does not exist. */
export function bare(status: number, message: string): Answer {
  return { status, body: { status: false, message } };
}

export const missing = (what: string) =>
  refused(400, `${what} is required`, "missing_params", "Provide all required params");

export const invalidKey = () =>
  refused(401, "Invalid key", "invalid_Key", "Ensure that you provide the correct authorization key for the request");

/** One page of a list, with the meta that the documents state for pages and for cursors. */
export function page<T>(list: readonly T[], query: URLSearchParams): { data: T[]; meta: object } {
  const perPage = Math.max(1, Number(query.get("perPage") ?? query.get("per_page") ?? 50) || 50);
  if (query.get("use_cursor") === "true") {
    const start = Number(decode(query.get("next") ?? query.get("previous")));
    const end = start + perPage;
    const before = Math.max(0, start - perPage);
    const cursors = { next: end < list.length ? encode(end) : null, previous: start > 0 ? encode(before) : null };
    return { data: list.slice(start, end), meta: { ...cursors, perPage } };
  }
  const number = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const skipped = (number - 1) * perPage;
  const pageCount = Math.max(1, Math.ceil(list.length / perPage));
  return {
    data: list.slice(skipped, skipped + perPage),
    meta: { total: list.length, skipped, perPage, page: number, pageCount },
  };
}

export const encode = (position: number) => Buffer.from(`position:${position}`).toString("base64");
export const decode = (cursor: string | null) =>
  Buffer.from(cursor ?? "", "base64")
    .toString()
    .split(":")[1] ?? "0";
