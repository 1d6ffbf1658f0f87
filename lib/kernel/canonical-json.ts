/** JSON with the keys of every object sorted: equal values give equal text, however they were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value, new Map()));
}

/**
 * The same text in pieces: an element of a list that the value is, or that one of its fields is, is a piece by itself.
 */
export function canonicalPieces(value: unknown): Generator<string, void> {
  return piecesOf(value, new Map());
}

/**
 * For each list of names met before an object with these very fields in the order of their names, by the first of them:
 * the objects of a batch have the same names in the same order again and again.
 */
type Known = Map<string, { names: readonly string[]; sorted: Readonly<Record<string, unknown>> }>;

function* piecesOf(value: unknown, known: Known): Generator<string, void> {
  if (Array.isArray(value)) {
    let before = "[";
    for (const element of value) {
      yield `${before}${JSON.stringify(inOrder(element, known))}`;
      before = ",";
    }
    yield value.length === 0 ? "[]" : "]";
  } else if (isPlain(value)) {
    let before = "{";
    const names = Object.keys(sortedLike(Object.keys(value), known));
    for (const name of names) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(value[name], known);
      before = ",";
    }
    yield names.length === 0 ? "{}" : "}";
  } else yield JSON.stringify(value);
}

function inOrder(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((element) => inOrder(element, known));
  if (!isPlain(value)) return value;
  const names = Object.keys(value);
  // A copy has its fields from the start, `__proto__` like any other, and keeps their order whatever order they are set
  // in.
  const copy = { ...sortedLike(names, known) };
  for (const name of names) {
    const inner = value[name];
    copy[name] = typeof inner === "object" ? inOrder(inner, known) : inner;
  }
  return copy;
}

/** Anything else, such as a date, says itself what it is in JSON. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function sortedLike(names: readonly string[], known: Known): Readonly<Record<string, unknown>> {
  const [first = ""] = names;
  const last = known.get(first);
  if (last && areSame(last.names, names)) return last.sorted;
  const sorted = Object.fromEntries(names.toSorted().map((name) => [name, undefined]));
  known.set(first, { names, sorted });
  return sorted;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
}
