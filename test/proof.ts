import fc from "fast-check";

/**
 * How many cases a proof draws, and from which seed: in `npm test -- all` few, and the same each time, so that what fails
 * fails again; in `npm test` the first of these; in `npm run proof` thousands, from a seed that changes and is printed.
 * PROOF_CASES and PROOF_SEED set them.
 */
export const proofCases = Number(process.env.PROOF_CASES ?? (process.env.TESTS === "short" ? 25 : 200));
export const proofSeed = Number(process.env.PROOF_SEED ?? 20_260_101);

/**
 * For proofs whose every case is a whole loan in the database, served and held against what it should have come to: 15
 * where nothing sets their number, of which `npm test` draws the first 5.
 */
export const costlyCases = process.env.PROOF_CASES
  ? Math.ceil(proofCases * 0.3)
  : process.env.TESTS === "short"
    ? 5
    : 15;

/** How long such a proof may take on a busy machine. */
export const costlyTimeout = 60_000 + Math.max(proofCases, 200) * 600;

fc.configureGlobal({ numRuns: proofCases, seed: proofSeed });

export { fc };
