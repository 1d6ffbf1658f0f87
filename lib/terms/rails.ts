/** A provider, or the lender's own online banking (docs/rails.md). In test, without one: the sandbox's bank. */
export const railKinds = ["PAYSTACK", "BY_HAND"] as const;
export type RailKind = (typeof railKinds)[number];

/** Whether a provider's account moves real money. */
export const railDomains = ["live", "test"] as const;
export type RailDomain = (typeof railDomains)[number];

/** TRIED: its key works, and two operators have not agreed on it yet. RETIRED: only for orders that it was given. */
export const railStates = ["TRIED", "ACTIVE", "RETIRED"] as const;

/** PROPOSED: two operators have not agreed on it yet. RETIRED: nothing new is paid from or to it. */
export const lenderAccountStates = ["PROPOSED", "ACTIVE", "RETIRED"] as const;

/** Whose account it is with the provider, or by hand its id here. Two keys of one account are one rail. */
export type RailAccount = { kind: RailKind; integration: string; domain: RailDomain };
