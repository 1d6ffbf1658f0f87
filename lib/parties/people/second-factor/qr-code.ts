import { encode } from "uqr";

/** A QR code as an image draws it: its width in modules, margin included, and the path of the dark ones. */
export type QrCode = { size: number; path: string };

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join("") };
}
