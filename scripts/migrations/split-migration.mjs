const breakpoint = "--> statement-breakpoint\n";

/**
 * Takes what drizzle-kit writes apart, so that no table of the running service is held while its rows are read: `atOnce` in a
 * transaction, `beside` without one, as a migration of its own; empty where there is nothing. An index goes after what replaces
 * it is there.
 * @param {string} text
 */
export function splitMigration(text) {
  const statements = text.split(/--> statement-breakpoint\n?/).filter((one) => one.trim() !== "");
  const made = new Set(statements.flatMap((one) => /^\s*CREATE TABLE "(\w+)"/.exec(one)?.[1] ?? []));
  /** @type {string[]} */
  const beside = [];
  /** @type {string[]} */
  const dropped = [];
  const atOnce = statements.flatMap((statement) => {
    const [, table = "", constraint = ""] =
      /^\s*ALTER TABLE "(\w+)" ADD CONSTRAINT "([^"]+)" (?:FOREIGN KEY|CHECK)/.exec(statement) ?? [];
    if (constraint && !made.has(table) && !/\bNOT VALID;?\s*$/.test(statement)) {
      beside.push(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${constraint}";`);
      return [statement.replace(/;(\s*)$/, " NOT VALID;$1")];
    }
    const indexed = /^\s*CREATE (?:UNIQUE )?INDEX "\w+" ON "(\w+)"/.exec(statement)?.[1];
    if (/^\s*DROP INDEX "/.test(statement)) {
      dropped.push(statement.trim().replace(/INDEX "/, 'INDEX CONCURRENTLY IF EXISTS "'));
      return [];
    }
    if (indexed === undefined || made.has(indexed)) return [statement];
    beside.push(statement.trim().replace(/INDEX "/, 'INDEX CONCURRENTLY IF NOT EXISTS "'));
    return [];
  });
  beside.push(...dropped);
  return {
    atOnce: atOnce.join(breakpoint),
    beside: beside.length > 0 ? `-- no transaction\n${beside.join(breakpoint)}\n` : "",
  };
}
