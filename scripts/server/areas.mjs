/** Below these, whoever asks is a program: answers are never framed, and what is not there is a problem document. */
export const programAreas = [
  ["api"],
  ["marketplace", "data"],
  ["oauth", "token"],
  ["oauth", "revoke"],
  ["oauth", "introspect"],
  [".well-known"],
  ["openapi.json"],
];

/** Pages that are the same for everybody for as long as the service runs, and have nothing for scripts to do. */
export const publishedPages = [["docs", "errors"]];

/** What every answer below them carries, whoever gives it: Next (next.config.mjs) or the fast lane. */
export const programHeaders = [
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
];

/**
 * @param {readonly (readonly string[])[]} areas
 * @param {readonly string[]} names the segments of a path
 */
export const isBelow = (areas, names) => areas.some((area) => area.every((name, i) => names[i] === name));
