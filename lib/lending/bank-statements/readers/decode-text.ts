import { unreadable } from "./unreadable";

/**
 * A file's text, by its byte order mark, else by what an XML file says of itself, else UTF-8 where the bytes are that,
 * else Windows-1252, which older banking programs write. Without the mark.
 */
export function decodeText(bytes: Uint8Array): string {
  const declared = encodingOf(bytes);
  if (declared) return decoded(bytes, declared);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decoded(bytes, "windows-1252");
  }
}

function encodingOf(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Statements begin with characters of ASCII: of UTF-16 without a mark every other byte is nothing.
  if (bytes.length >= 4 && first === 0 && second !== 0 && third === 0) return "utf-16be";
  if (bytes.length >= 4 && first !== 0 && second === 0 && bytes[3] === 0) return "utf-16le";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  return /^\s*<\?xml\s[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? null;
}

function decoded(bytes: Uint8Array, encoding: string): string {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw unreadable(`The file says that it is written in ${encoding}, which is not known here. Save it as UTF-8.`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    const line = firstBroken(new TextDecoder(encoding).decode(bytes));
    throw unreadable(`The file says that it is written in ${encoding}, and is not. Save it as UTF-8.`, { line });
  }
}

function firstBroken(text: string): number {
  return text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
}
