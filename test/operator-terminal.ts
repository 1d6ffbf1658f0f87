import { runCommand } from "@/lib/edge/terminal/run-command";

/** The operator that acts unless another is named, or nobody. */
export const as = "reviewer@financing.example";

/** What the commands read, by name. */
export const files: Record<string, unknown> = {};

/** What the commands wrote, by name. */
export const written: Record<string, Buffer> = {};

/** The passwords that the commands showed, by the address they are for. */
export const passwords: Record<string, string> = {};

async function writeFile(file: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(Uint8Array.from(chunk));
  written[file] = Buffer.concat(chunks);
  return file;
}

/**
 * What the terminal shows of a command; `answer` happens while its question stands, and false means no.
 * @param typed where a password or code is asked for: the operator's own password, unless others are given.
 */
export async function run(
  line: string,
  options: Record<string, string> = { as },
  answer: () => unknown = () => true,
  typed: string[] = [passwords[options.as ?? ""] ?? ""],
): Promise<string> {
  const lines: string[] = [];
  await runCommand({
    words: line.split(" "),
    options,
    confirm: async () => (await answer()) !== false,
    askSecret: async () => typed.shift() ?? "",
    print: (shown) => lines.push(shown),
    readJson: (file) => files[file],
    readBytes: (file) => Buffer.from(String(files[file])),
    writeFile,
  });
  const [, password] = /Password, shown once: (\S+)/.exec(lines.at(-1) ?? "") ?? [];
  const [, address] = /^operator add (\S+)/.exec(line) ?? [];
  if (password && address) passwords[address] = password;
  return lines.join("\n");
}
