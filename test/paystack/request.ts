import type { Answer } from "./answers";
import type { Key, State, Step } from "./state";

/** A request whose key is known. */
export type Call = {
  state: State;
  key: Key;
  method: string;
  path: string;
  /** What a pattern's places hold. */
  params: string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** What a plan of faults wants to happen to what this request begins. */
  fate: Step[] | null;
};

export type Route = [method: string, path: RegExp, answer: (call: Call) => Answer];

/** A text that is there and not empty. */
export function text(body: Record<string, unknown>, name: string): string | null {
  const value = body[name];
  return typeof value === "string" && value !== "" ? value : null;
}
