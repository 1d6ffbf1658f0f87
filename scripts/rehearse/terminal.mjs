import { loadBundled } from "#scripts/bundle.mjs";

/**
 * The commands of `npm run operator`, in this process and on the rehearsal's database: what operators cannot do over HTTP.
 * @param {Readonly<Record<string, string>>} settings the service's own
 */
export async function openTerminal(settings) {
  Object.assign(process.env, settings);
  const { runCommand } = /** @type {typeof import("@/lib/edge/terminal/run-command.ts")} */ (
    await loadBundled("lib/edge/terminal/run-command.ts")
  );
  const none = () => {
    throw new Error("No file is read or written in a rehearsal.");
  };

  /**
   * Runs a command, all questions answered with yes.
   * @param {string[]} words
   * @param {Record<string, string>} options
   * @param {string[]} typed where a password is asked for
   * @param {(content: AsyncIterable<Uint8Array>) => Promise<void>} [keep] what is done with a file that it writes
   * @returns {Promise<string>} what it prints
   */
  return async function run(words, options = {}, typed = [], keep = none) {
    /** @type {string[]} */
    const lines = [];
    await runCommand({
      ...{ words, options, print: (line) => void lines.push(line), confirm: async () => true },
      ...{ askSecret: async () => typed.shift() ?? "", readJson: none, readBytes: none },
      writeFile: async (file, content) => {
        await keep(content);
        return file;
      },
    });
    return lines.join("\n");
  };
}

/** @typedef {Awaited<ReturnType<typeof openTerminal>>} Terminal */
