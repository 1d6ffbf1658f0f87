import { brandOf } from "@/components/forms/brand-colour";
import { parseUrl } from "@/lib/kernel/parse-url";
import type { Theme } from "@/lib/surfaces/journey/protocol";

/** A radius of 0 to 32 px in CSS, in px, rem or em; null for anything else. */
export function radiusOf(radius: string | undefined): string | null {
  const [, number = "", unit = ""] = /^(\d{1,3}|\d{0,3}\.\d{1,4})(px|rem|em)?$/.exec(radius?.trim() ?? "") ?? [];
  const size = Number(number);
  if (number === "" || (unit === "" && size !== 0)) return null;
  const pixels = unit === "rem" || unit === "em" ? size * 16 : size;
  return pixels <= 32 ? `${size}${unit || "px"}` : null;
}

/** The address of the host's logo if the page may load it: https, or a picture in a data URL. */
export function logoOf(logo: string | undefined): string | null {
  const url = parseUrl(logo ?? "");
  if (!url) return null;
  const { protocol, href } = url;
  return protocol === "https:" || /^data:image\//i.test(href) ? href : null;
}

/** The host's look; what it leaves out is as its marketplace's settings say. */
export function lookOf(
  theme: Theme,
  marketplace: { logo?: string | undefined; primary?: string | undefined } = {},
): Theme {
  const { logo, primary } = marketplace;
  return { ...(logo ? { logo } : {}), ...(primary ? { primary } : {}), ...theme };
}

/** Applies the host's look by CSSOM, which a content security policy against inline styles allows. */
export function applyTheme(style: Pick<CSSStyleDeclaration, "setProperty" | "removeProperty">, theme: Theme): void {
  const colours = brandOf(theme.primary);
  const values = {
    "--color-brand": colours?.brand,
    "--color-brand-soft": colours?.soft,
    "--radius-field": radiusOf(theme.radius),
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
}
