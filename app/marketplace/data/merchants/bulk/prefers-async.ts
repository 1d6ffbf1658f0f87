/** Whether the caller prefers an answer before the work is done (RFC 7240, section 4.1). */
export function prefersAsync(headers: Headers): boolean {
  const preferences = (headers.get("prefer") ?? "").split(",");
  return preferences.some((one) => one.split(/[;=]/)[0]?.trim().toLowerCase() === "respond-async");
}
