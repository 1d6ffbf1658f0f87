import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/*.ts",
  out: "./db/migrations",
  // Numbered, so that two branches that both add a migration collide where people see it.
  migrations: { prefix: "index" },
});
