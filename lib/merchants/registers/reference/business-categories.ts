import { industryOf } from "./industries";
import type { Listed } from "./listed";
import { makers } from "./makers";
import { services } from "./services";
import { trades } from "./trades";

/**
 * What businesses in Nigeria do, in traders' own words, each with its class of ISIC Rev. 4 and its industry
 * (docs/kyc.md#reference-lists). What most sellers do comes first.
 */
export const businessCategories = [...trades, ...services, ...makers].map(categoryOf);

function categoryOf([name, isicClass, words]: Listed) {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").replace(/['’]/g, "").toLowerCase();
  const code = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return { code, name, description: industryOf(isicClass), isicClass, words };
}
