/** Nothing: Next would otherwise find the product's, further up, and start that here. */
export function register() {}
