/**
 * The part of the Common Expression Language in which functions say what they key and match by: names with dots, texts,
 * numbers, `== != < <= > >=`, `&& || !`, `+`, `? :`, brackets, and what texts contain,
 * start and end with.
 */
type Value = unknown;
type Scope = Readonly<Record<string, unknown>>;
type Node = (scope: Scope) => Value;

const token = /\s*(?:("[^"]*"|'[^']*')|(\d+(?:\.\d+)?)|([A-Za-z_]\w*(?:\.\w+)*)|(&&|\|\||==|!=|<=|>=|[<>!+()?:]))/y;

type Token = { kind: "text" | "number" | "name" | "sign"; text: string };

function tokens(source: string): Token[] {
  const found: Token[] = [];
  const rest = source.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < rest.length) {
    const at = token.lastIndex;
    const match = token.exec(rest);
    if (!match) throw new Error(`cannot be read from character ${at + 1} on: ${source}`);
    const [, text, number, name, sign] = match;
    if (text !== undefined) found.push({ kind: "text", text: text.slice(1, -1) });
    else if (number !== undefined) found.push({ kind: "number", text: number });
    else if (name !== undefined) found.push({ kind: "name", text: name });
    else found.push({ kind: "sign", text: sign ?? "" });
  }
  return found;
}

/** From the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">="], ["+"]];

const constants: Record<string, Value> = { true: true, false: false, null: null };

const methods: Record<string, (text: string, part: string) => boolean> = {
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
};

/** Names that an expression may begin with: what it is evaluated against. */
export type Names = readonly ("event" | "async")[];

/** @throws Error when the expression cannot be read, or names something else. */
export function parseExpression(source: string, names: Names, allowed: "all" | "logic" = "all"): Node {
  const left = tokens(source);
  const take = (...signs: string[]): string | undefined => {
    const [next] = left;
    if (next?.kind !== "sign" || !signs.includes(next.text)) return undefined;
    return left.shift()?.text;
  };
  const binary = (level: number): Node => {
    const signs = levels[level];
    if (!signs) return unary();
    let node = binary(level + 1);
    for (let sign = take(...signs); sign; sign = take(...signs)) {
      if (sign === "+" && allowed === "logic") throw new Error(`only logic is allowed here: ${source}`);
      node = operation(sign, node, binary(level + 1));
    }
    return node;
  };
  const choice = (): Node => {
    const which = binary(0);
    if (!take("?")) return which;
    const one = choice();
    if (!take(":")) throw new Error(`a choice is missing: ${source}`);
    const other = choice();
    return (scope) => (which(scope) === true ? one : other)(scope);
  };
  const unary = (): Node => {
    if (take("!")) {
      const of = unary();
      return (scope) => of(scope) !== true;
    }
    if (take("(")) {
      const inner = choice();
      if (!take(")")) throw new Error(`a bracket is missing: ${source}`);
      return inner;
    }
    const next = left.shift();
    if (next?.kind === "text") return () => next.text;
    if (next?.kind === "number") return () => Number(next.text);
    if (next?.kind !== "name") throw new Error(`a value is missing: ${source}`);
    if (next.text in constants) return () => constants[next.text];
    const path = next.text.split(".");
    if (!names.some((name) => name === path[0])) throw new Error(`nothing is called ${path[0]}: ${source}`);
    const method = take("(") && path.pop();
    const value: Node = (scope) => path.reduce<Value>((found, name) => memberOf(found, name), scope);
    if (!method) return value;
    const test = methods[method];
    if (!test || allowed === "logic") throw new Error(`${method} cannot be called here: ${source}`);
    const argument = choice();
    if (!take(")")) throw new Error(`a bracket is missing: ${source}`);
    return (scope) => test(String(value(scope)), String(argument(scope)));
  };
  const node = choice();
  if (left.length > 0) throw new Error(`more than one expression: ${source}`);
  return node;
}

function operation(sign: string, a: Node, b: Node): Node {
  switch (sign) {
    case "||":
      return (scope) => a(scope) === true || b(scope) === true;
    case "&&":
      return (scope) => a(scope) === true && b(scope) === true;
    case "==":
      return (scope) => a(scope) === b(scope);
    case "!=":
      return (scope) => a(scope) !== b(scope);
    case "+":
      return (scope) => sum(a(scope), b(scope));
    default:
      return (scope) => compared(sign, a(scope), b(scope));
  }
}

function sum(a: Value, b: Value): Value {
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (typeof a === "number" && typeof b === "number") return a + b;
  throw new Error("only two texts or two numbers can be added");
}

function compared(sign: string, a: Value, b: Value): boolean {
  if (typeof a !== typeof b || (typeof a !== "number" && typeof a !== "string")) return false;
  const order = a < (b as typeof a) ? -1 : a === b ? 0 : 1;
  return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[sign] ?? false;
}

function memberOf(value: Value, name: string): Value {
  return typeof value === "object" && value !== null ? (Reflect.get(value, name) ?? null) : null;
}
