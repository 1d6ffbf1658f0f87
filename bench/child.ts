import { fork } from "node:child_process";
import { join } from "node:path";

/** A process beside the one that is measured: a receiver, a load generator, a server. */
export type Child = {
  /** Sends a question and answers with what it says next. */
  ask: <Answer>(question: unknown) => Promise<Answer>;
  stop: () => Promise<void>;
};

/**
 * Starts a script of this repository and waits for the first thing it says. It ends with this process.
 * @param script path from the root.
 * @param options.nodeOptions of the process, beside its script.
 */
export async function startChild<Hello>(
  script: string,
  options: { args?: readonly string[]; env?: Record<string, string>; nodeOptions?: readonly string[] } = {},
): Promise<Child & { hello: Hello }> {
  const child = fork(join(process.cwd(), script), options.args ?? [], {
    env: { ...process.env, ...options.env },
    execArgv: [...(options.nodeOptions ?? [])],
    // What it logs costs it what it costs, but is of no interest.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const next = <Answer>() =>
    new Promise<Answer>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${script} ended with exit code ${code}`));
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        resolve(message as Answer);
      });
    });
  return {
    hello: await next<Hello>(),
    ask: (question) => {
      const answer = next<never>();
      child.send(question as object);
      return answer;
    },
    stop: async () => {
      const over = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await over;
    },
  };
}
