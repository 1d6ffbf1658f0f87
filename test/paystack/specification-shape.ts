import type { Answer } from "./answers";

/** What the specification wants where the documents show null. */
const instead: Record<string, unknown> = {
  email: "",
  exp_month: "01",
  exp_year: "2034",
  signature: "SIG_000000000000000",
  ip_address: "127.0.0.1",
  metadata: {},
};

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (value === null || typeof value !== "object") return value;
  const known = (name: string, one: unknown) => (one === null && name in instead ? instead[name] : filled(one));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, known(name, one)]));
}

/** The same answer as the specification has it; it knows three codes of errors only, which are the documents' types. */
export function asSpecified({ status, body }: Answer): Answer {
  const { type } = body;
  return { status, body: { ...(filled(body) as Answer["body"]), ...(type === undefined ? {} : { code: type }) } };
}
