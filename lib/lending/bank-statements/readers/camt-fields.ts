import { type Kobo, kobo, zero } from "@/lib/kernel/money";
import { unsignedKobo } from "./amount-text";
import { isoDay } from "./date-text";
import { quote, unreadable } from "./unreadable";
import { nodeAt, textAt, type XmlNode } from "./xml-tree";

/** The amount of a balance, an entry or a part of one, by its own sign or that of what it is a part of. */
export function readAmount(node: XmlNode, currency: string, sign = readSign(node), ...path: string[]): Kobo {
  const amount = nodeAt(node, ...(path.length > 0 ? path : ["Amt"]));
  if (!amount) throw unreadable(`<${node.name}> has no amount (Amt).`, node.at);
  const { Ccy: own = "" } = amount.attributes;
  if (own !== currency)
    throw unreadable(`The amount is in ${own.slice(0, 10) || "no currency"}, not in ${currency}.`, amount.at);
  const found = unsignedKobo(amount.text.trim(), { decimalMark: "." });
  if (found === undefined) throw unreadable(`${quote(amount.text)} is no amount.`, amount.at);
  if (found === "TOO_LARGE") throw unreadable(`${quote(amount.text)} is more than any amount can be.`, amount.at);
  if (sign === undefined) throw unreadable(`<${node.name}> does not say whether it is CRDT or DBIT.`, node.at);
  return found === 0 ? zero : kobo(sign * found);
}

/** 1: in; -1: out. A reversal has its own sign: of a payment taken back it is CRDT, as the money comes in. */
export function readSign(node: XmlNode): 1 | -1 | undefined {
  const sign = textAt(node, "CdtDbtInd");
  if (sign === "CRDT") return 1;
  return sign === "DBIT" ? -1 : undefined;
}

/** `Dt` or `DtTm` below the path, or the moment that stands at it. */
export function readDay(node: XmlNode, ...path: string[]): string | null {
  const found = nodeAt(node, ...path);
  if (!found) return null;
  const text = textAt(found, "Dt") ?? textAt(found, "DtTm") ?? found.text.trim();
  if (text === "") return null;
  const day = isoDay(text);
  if (!day) throw unreadable(`${quote(text)} is no day.`, found.at);
  return day;
}
