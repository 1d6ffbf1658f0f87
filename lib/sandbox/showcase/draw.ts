/** From 0 up to 1, the same for the same name, so that what a killed start began goes on as if nothing happened. */
export function drawFrom(name: string): () => number {
  let state = 2_166_136_261;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function oneOf<Item>(list: readonly [Item, ...Item[]], drawn: number): Item {
  return list[Math.floor(drawn * list.length)] ?? list[0];
}

/** A number from a bell curve with mean 0 and deviation 1. */
export function bell(draw: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}
