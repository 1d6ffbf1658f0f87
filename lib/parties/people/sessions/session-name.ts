import { coarseAgent } from "@/lib/parties/people/sign-in/coarse-agent";

/**
 * What a session is called in the list that its owner ends sessions from: as the program named its device, else the
 * browser, else the product at the beginning of `User-Agent` (RFC 9110, section 10.1.5), which is a token and no text.
 */
export function sessionName(userAgent: string, deviceName: string | null | undefined): string {
  if (deviceName) return deviceName;
  const known = coarseAgent(userAgent);
  const [, product] = /^(?!Mozilla\b)([A-Za-z][\w-]{1,39})(?=[/ ]|$)/.exec(userAgent) ?? [];
  return product ? known.replace(/^A program/, product) : known;
}
