/**
 * Prints what a person needs after the start: the addresses and, on the sandbox, the demo's sign-ins and credentials.
 * They go to the terminal only. Where the sandbox is off there are none.
 * @param {string} localUrl
 * @param {string} baseUrl
 */
export async function describeSandbox(localUrl, baseUrl) {
  const [sandbox, credentials] = await Promise.all([
    json(`${localUrl}/api/sandbox`),
    json(`${localUrl}/api/sandbox/credentials`),
  ]);
  print("Addresses", Object.entries(sandbox?.urls ? flatten(sandbox.urls) : { service: baseUrl }));
  const rows = Object.entries(flatten(credentials));
  const signIn = /\.(email|password)$/;
  /** @type {Map<string, string>} */
  const people = new Map();
  for (const [name, value] of rows) {
    if (!signIn.test(name)) continue;
    const person = name.replace(signIn, "");
    people.set(person, [people.get(person), value].filter(Boolean).join("  "));
  }
  print("Sign-ins", [...people]);
  print(
    "Test credentials",
    rows.filter(([name]) => !signIn.test(name)),
  );
  process.stdout.write("\nCtrl-C stops it.\n");
}

/** @param {string} url */
async function json(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @param {string} [prefix] */
function flatten(value, prefix = "") {
  /** @type {Record<string, string>} */
  const flat = {};
  for (const [name, inner] of Object.entries(value ?? {})) {
    if (inner !== null && typeof inner === "object") Object.assign(flat, flatten(inner, `${prefix}${name}.`));
    else if (inner !== null) flat[prefix + name] = String(inner);
  }
  return flat;
}

/** @param {string} title @param {readonly (readonly [string, string])[]} rows */
function print(title, rows) {
  if (rows.length === 0) return;
  const width = Math.max(...rows.map(([name]) => name.length));
  process.stdout.write(`\n${title}\n${rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("")}`);
}
