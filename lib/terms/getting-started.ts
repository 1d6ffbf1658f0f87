/** How the ids of merchants begin that are made on the page "Getting started". */
export const firstMerchantPrefix = "shop-first-";
