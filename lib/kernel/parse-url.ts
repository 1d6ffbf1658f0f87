/**
 * An absolute address, or null for what is none. Not `URL.canParse`: in Node.js 20 and 22 it refuses addresses with
 * letters such as ü once it has been optimised, after a few thousand calls.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
