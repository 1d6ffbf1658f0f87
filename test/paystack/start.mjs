// Starts the stand-in as a process of its own: node test/paystack/start.mjs '{"port":4010,"keys":{"sk_test_1":100043}}'
// It prints its addresses as one line of JSON and runs until it is told to end.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("server.ts", import.meta.url))],
  ...{ bundle: true, write: false, platform: "node", format: "esm", target: "node20" },
});
const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
const { startPaystack } = await import(`data:text/javascript;base64,${code}`);
const { url, controlUrl, stop } = await startPaystack(JSON.parse(process.argv[2] ?? "{}"));
process.stdout.write(`${JSON.stringify({ url, controlUrl })}\n`);
process.send?.({ url, controlUrl });
for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.on(signal, () => stop().then(() => process.exit(0)));
