/** What we use of it. pdfkit takes an opened font wherever it takes the bytes of one; its types do not say so. */
declare module "fontkit" {
  type Run = { positions: object[] };
  type Font = Uint8Array & { layout: (text: string, features?: Record<string, boolean>) => Run };
  export function create(bytes: Uint8Array): Font;
}
