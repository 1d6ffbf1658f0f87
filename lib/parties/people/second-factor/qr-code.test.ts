import { expect, test } from "vitest";
import { qrCode } from "./qr-code";

test("has the three finder patterns of every QR code, inside a margin of four", () => {
  const { size, path } = qrCode("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP");
  const dark = new Set(path.split("z").map((module) => module.replace("h1v1h-1", "")));
  const at = (x: number, y: number) => dark.has(`M${x} ${y}`);
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    for (let i = 0; i < 7; i++) {
      expect([at(left + i, top), at(left, top + i), at(left + 6, top + i), at(left + i, top + 6)]).not.toContain(false);
    }
    expect([at(left + 1, top + 1), at(left + 3, top + 3)]).toEqual([false, true]);
  }
  for (let i = 0; i < size; i++) for (let edge = 0; edge < 4; edge++) expect(at(i, edge) || at(edge, i)).toBe(false);
});
