import type { Control } from "./control";

type Remote<T> = {
  [Room in keyof T]: {
    [Name in keyof T[Room] as T[Room][Name] extends (...args: never[]) => unknown
      ? Name
      : never]: T[Room][Name] extends (...args: infer Args) => infer Result
      ? (...args: Args) => Promise<Awaited<Result>>
      : never;
  };
};

/** The control of a stand-in that runs in another process: the same calls, each answered by a promise. */
export function paystackAt(controlUrl: string): Remote<Control> {
  const call = async (path: string, args: unknown[]) => {
    const answer = await fetch(`${controlUrl}/_control/${path}`, { method: "POST", body: JSON.stringify(args) });
    const body = (await answer.json()) as { error?: string } | null;
    if (!answer.ok) throw new Error(body?.error);
    return body;
  };
  const room = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, what) =>
          (...args: unknown[]) =>
            call(`${name}/${String(what)}`, args),
      },
    );
  return new Proxy({}, { get: (_, name) => room(String(name)) }) as Remote<Control>;
}
