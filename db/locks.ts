/**
 * The numbers under which processes wait for one another in PostgreSQL (advisory locks). Any will do, but no two may be
 * equal, or things that have nothing to do with each other would wait; and they stay as they are, because processes of two
 * versions run side by side while one replaces the other.
 */
export const locks = {
  /** One process brings the schema up to date. */
  migrate: 730_226,
  /** One process seeds the sandbox. */
  seed: 730_227,
  /** With a marketplace: one piece of work in its sandbox after another. */
  turns: 730_228,
  /** With a merchant: its settlements are matched one after another. */
  settlements: 7_302,
} as const;
