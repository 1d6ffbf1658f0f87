/** JSON with the keys of every object sorted: equal values give equal text, however they were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/** The same text in pieces: each element of a list that the value, or one of its fields, is. */
export function* canonicalPieces(value: unknown): Generator<string, void> {
  if (Array.isArray(value)) {
    let before = "[";
    for (const element of value) {
      yield `${before}${canonicalJson(element)}`;
      before = ",";
    }
    yield value.length === 0 ? "[]" : "]";
  } else if (isPlain(value)) {
    let before = "{";
    const fields = Object.entries(sorted(value));
    for (const [name, inner] of fields) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* canonicalPieces(inner);
      before = ",";
    }
    yield fields.length === 0 ? "{}" : "}";
  } else yield JSON.stringify(value);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  return isPlain(value) ? sorted(value, inOrder) : value;
}

/** Numbers among the names come first, as in every object: stored digests depend on it. */
function sorted(value: Record<string, unknown>, each = (inner: unknown) => inner): Record<string, unknown> {
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, each(value[name])]));
}

/** Anything else, such as a date, says itself what it is in JSON. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
