/** Somewhere that the navigation leads to; `key`, pressed after `g`, leads there too. */
export type Place = { path: string; label: string; key: string };
